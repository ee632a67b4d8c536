package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.Tuner;
import dev.attune.api.Require;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * Thompson sampling with Beta counts whose candidate depends on the context, by a shallow tree: the dynamic form of
 * {@link BetaThompson}.
 *
 * <pre>
 *   context z = mean of the feature vectors on offer
 *   leaf = the leaf of the tree that z falls in ;  suggest argmax theta_i, theta_i ~ Beta(S_i, F_i) of the leaf
 *   after the reward y of candidate i:  r ~ Bernoulli(y), counted in the leaf that z falls in today ; the leaf may split
 * </pre>
 *
 * <p>The tree has depth at most {@value ContextTree#DEPTH}, hence at most eight leaves; {@link ContextTree} states when
 * a leaf splits.
 *
 * <p>Cost per round: O(arms d) for the context, K Beta draws; O(d) to count a reward.
 *
 * <p>Ours: the context is the mean over the arms on offer, the part of a round that does not depend on an arm; the rule for
 * splits is for numbers. The coin for r travels in the memo, as does z, so that a late reward is counted in
 * the tree as it is by then.
 *
 * <p>Bouneffouf, Claeys, "Hyper-parameter tuning for the contextual bandit", 2020 (DOPLINUCB).
 */
public final class ContextBetaThompson implements Tuner {
    private static final int MEMO = 2; // candidate, coin; then the context

    private final Candidates candidates;
    private final int d;
    private final ContextTree tree;
    private final double[] z; // context of the last round

    /**
     * Over these candidates.
     *
     * @param candidates the settings to choose from
     * @param dimension number of features of an arm
     */
    public ContextBetaThompson(Candidates candidates, int dimension) {
        this.candidates = candidates;
        this.d = Require.positive("dimension", dimension);
        this.tree = new ContextTree(candidates.size(), d);
        this.z = new double[d];
    }

    @Override
    public SettingSpace space() {
        return candidates.space();
    }

    @Override
    public Suggestion suggest(long t, ActionSet arms, RandomGenerator rng) {
        Require.dimension(arms, d);
        context(arms);
        int i = tree.leaf(z, 0).counts().draw(rng);
        double[] memo = new double[MEMO + d];
        memo[0] = i;
        memo[1] = rng.nextDouble();
        System.arraycopy(z, 0, memo, MEMO, d);
        return new Suggestion(candidates.get(i), memo);
    }

    private void context(ActionSet arms) {
        int K = arms.arms();
        for (int j = 0; j < d; j++) {
            double sum = 0;
            double[] values = arms.byFeature()[j];
            for (int k = 0; k < K; k++) {
                sum += values[k];
            }
            z[j] = sum / K;
        }
    }

    /** Always fails: without arms there is no context. */
    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        throw new UnsupportedOperationException("this tuner needs the arms on offer: call suggest(t, arms, rng)");
    }

    @Override
    public void observe(Suggestion past, double reward) {
        Credit.require(space(), past, MEMO + d, reward);
        int i = candidates.credited(past, past.memo()[0]);
        double coin = Credit.share("coin", past.memo()[1]);
        for (int j = MEMO; j < MEMO + d; j++) {
            if (!(Math.abs(past.memo()[j]) <= Require.LIMIT)) {
                throw new IllegalArgumentException("the memo of the suggestion has context feature " + (j - MEMO)
                        + " = " + past.memo()[j] + ", which is not a finite number");
            }
        }
        tree.add(past.memo(), MEMO, i, coin < reward);
    }

    /** How many leaves the tree has grown to. */
    public int leaves() {
        return tree.leaves();
    }

    @Override
    public String stateName() {
        return "ContextBetaThompson/1";
    }

    @Override
    public void writeState(StateWriter out) {
        candidates.writeState(out);
        tree.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        candidates.requireState(in);
        tree.readState(in);
    }
}
