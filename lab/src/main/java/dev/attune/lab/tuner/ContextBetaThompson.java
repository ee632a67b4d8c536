package dev.attune.lab.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.MemoReader;
import dev.attune.api.Require;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.BetaCounts;
import dev.attune.tuner.Candidates;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Thompson sampling with Beta counts whose candidate depends on the context, by a shallow tree: the dynamic form of
 * {@link dev.attune.tuner.BetaThompson}.
 *
 * <pre>
 *   context z = mean of the feature vectors on offer
 *   leaf = the leaf of the tree that z falls in ;  suggest argmax theta_i, theta_i ~ Beta(S_i, F_i) of the leaf
 *   after the reward y of candidate i:  r ~ Bernoulli(y cut to [0, 1]), counted in the leaf that z falls in today ; the leaf may split
 * </pre>
 *
 * <p>The tree has depth at most {@value Tree#DEPTH}, hence at most eight leaves; {@link Tree} states when a leaf
 * splits.
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
    private final Candidates candidates;
    private final int d;
    private final Tree tree;
    private final double[] z; // context of the last round

    /**
     * Creates a tuner over these candidates.
     *
     * @param candidates the settings to choose from
     * @param dimension number of features of an arm
     */
    public ContextBetaThompson(Candidates candidates, int dimension) {
        this.candidates = candidates;
        this.d = Require.positive("dimension", dimension);
        this.tree = new Tree(candidates.size(), d);
        this.z = new double[d];
    }

    /** What a suggestion carries: the candidate, the coin for its reward, and the context. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Memo(int candidate, double coin, double[] context) {
        double[] encode() {
            double[] memo = new double[2 + context.length];
            memo[0] = candidate;
            memo[1] = coin;
            System.arraycopy(context, 0, memo, 2, context.length);
            return memo;
        }

        static Memo decode(Suggestion past, Candidates candidates, int d, double reward) {
            MemoReader memo = past.credit(candidates.space(), 2 + d, reward);
            int candidate = candidates.credited(past, memo.index("candidate", candidates.size()));
            double coin = memo.share("coin");
            double[] context = new double[d];
            for (int j = 0; j < d; j++) {
                context[j] = memo.finite("context feature " + j);
            }
            return new Memo(candidate, coin, context);
        }
    }

    @Override
    public SettingSpace space() {
        return candidates.space();
    }

    @Override
    public Suggestion suggest(long t, ActionSet arms, RandomGenerator rng) {
        Require.dimension(arms, d);
        context(arms);
        int i = tree.leaf(z).counts().draw(rng);
        return new Suggestion(candidates.get(i), new Memo(i, rng.nextDouble(), z).encode());
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
        Memo memo = Memo.decode(past, candidates, d, reward);
        tree.add(memo.context, memo.candidate, memo.coin < Math.max(0, Math.min(1, reward)));
    }

    /** Returns the number of leaves that the tree has grown to. */
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

    /**
     * A binary tree over contexts with the successes and failures of every candidate in each leaf.
     *
     * <p>How a leaf grows. Its first {@value #FIRST} rewards settle where each feature would be cut: at its mean over their
     * contexts. From then on every reward is also counted on its side of each cut. Whenever {@value #EVERY} more rewards have
     * come, each feature is examined: let a be the best candidate below the cut and b the best above. If they differ and
     *
     * <pre>
     *   D = (m_a - m_b below) - (m_a - m_b above)  is larger than  {@value #CLEAR} sqrt(sum of the four variances)
     * </pre>
     *
     * <p>with m the means and the variances those of the Beta counts, the cut with the largest ratio becomes a split, unless
     * the leaf is at depth {@value #DEPTH}. The two new leaves start from the counts of their side. So a split needs proof
     * that different candidates are better on its two sides; that one side pays more for all of them is no reason.
     */
    static final class Tree {
        static final int DEPTH = 3;
        static final int FIRST = 100;
        static final int EVERY = 50;
        static final double CLEAR = 4;

        private static final int NODES = (1 << (DEPTH + 1)) - 1; // children of k are 2k+1 and 2k+2

        private final int candidates;
        private final int d;
        private final int[] cut = new int[NODES]; // feature of an inner node; -1 for a leaf
        private final double[] threshold = new double[NODES];
        private final Leaf[] leaf = new Leaf[NODES]; // of an inner node: as it was when it split, no longer used

        Tree(int candidates, int dimension) {
            this.candidates = candidates;
            this.d = dimension;
            reset();
        }

        private void reset() {
            Arrays.fill(cut, -1);
            Arrays.fill(threshold, 0);
            for (int k = 0; k < NODES; k++) {
                leaf[k] = new Leaf(new BetaCounts(candidates), k < NODES / 2);
            }
        }

        /** Returns the leaf that a context falls in. */
        Leaf leaf(double[] z) {
            return leaf[find(z)];
        }

        private int find(double[] z) {
            int k = 0;
            while (cut[k] >= 0) {
                k = 2 * k + (z[cut[k]] < threshold[k] ? 1 : 2);
            }
            return k;
        }

        /** Counts a success or failure, and splits the leaf if that is due. */
        void add(double[] z, int candidate, boolean success) {
            int k = find(z);
            Leaf here = leaf[k];
            here.counts.add(candidate, success);
            if (here.side.length == 0) {
                return; // at the greatest depth
            }
            here.n++;
            if (here.n <= FIRST) {
                for (int j = 0; j < d; j++) {
                    here.mean[j] += (z[j] - here.mean[j]) / here.n;
                }
                return;
            }
            for (int j = 0; j < d; j++) {
                here.side[j][z[j] < here.mean[j] ? 0 : 1].add(candidate, success);
            }
            if ((here.n - FIRST) % EVERY == 0) {
                split(k, here);
            }
        }

        private void split(int k, Leaf here) {
            int best = -1;
            double largest = CLEAR;
            for (int j = 0; j < d; j++) {
                double ratio = ratio(here.side[j][0], here.side[j][1]);
                if (ratio > largest) {
                    best = j;
                    largest = ratio;
                }
            }
            if (best >= 0) {
                cut[k] = best;
                threshold[k] = here.mean[best];
                leaf[2 * k + 1] = new Leaf(here.side[best][0], 2 * k + 1 < NODES / 2);
                leaf[2 * k + 2] = new Leaf(here.side[best][1], 2 * k + 2 < NODES / 2);
            }
        }

        /** Returns how clearly the best candidates on two sides differ, in standard deviations; zero if they are the same. */
        static double ratio(BetaCounts below, BetaCounts above) {
            int a = below.best();
            int b = above.best();
            if (a == b) {
                return 0;
            }
            double difference = below.mean(a) - below.mean(b) - (above.mean(a) - above.mean(b));
            double variance = below.variance(a) + below.variance(b) + above.variance(a) + above.variance(b);
            return difference / Math.sqrt(variance);
        }

        int leaves() {
            int inner = 0;
            for (int feature : cut) {
                inner += feature >= 0 ? 1 : 0;
            }
            return inner + 1;
        }

        void writeState(StateWriter out) {
            write(0, out);
        }

        private void write(int k, StateWriter out) {
            out.writeInt(cut[k]);
            if (cut[k] >= 0) {
                out.writeDouble(threshold[k]);
                write(2 * k + 1, out);
                write(2 * k + 2, out);
            } else {
                leaf[k].writeState(out);
            }
        }

        void readState(StateReader in) {
            reset();
            read(0, in);
        }

        private void read(int k, StateReader in) {
            int feature = in.readInt();
            if (feature < -1 || feature >= d || (feature >= 0 && k >= NODES / 2)) {
                throw new StateFormatException("the saved state has a cut at feature " + feature + " in node " + k);
            }
            if (feature >= 0) {
                threshold[k] = in.readDouble();
                read(2 * k + 1, in);
                read(2 * k + 2, in);
            } else {
                leaf[k].readState(in);
            }
            cut[k] = feature;
        }

        /** Counts of a leaf, and on both sides of each possible cut. */
        final class Leaf {
            private final BetaCounts counts;
            private final double[] mean; // of each feature, over the first rewards
            private final BetaCounts[][] side; // [feature][below, above]; empty if the leaf cannot split
            private long n;

            private Leaf(BetaCounts counts, boolean mayGrow) {
                this.counts = counts;
                this.mean = new double[mayGrow ? d : 0];
                this.side = new BetaCounts[mayGrow ? d : 0][2];
                for (BetaCounts[] both : side) {
                    both[0] = new BetaCounts(candidates);
                    both[1] = new BetaCounts(candidates);
                }
            }

            BetaCounts counts() {
                return counts;
            }

            private void writeState(StateWriter out) {
                counts.writeState(out);
                out.writeDoubles(mean);
                for (BetaCounts[] both : side) {
                    both[0].writeState(out);
                    both[1].writeState(out);
                }
                out.writeLong(n);
            }

            private void readState(StateReader in) {
                counts.readState(in);
                in.readDoubles(mean);
                for (BetaCounts[] both : side) {
                    both[0].readState(in);
                    both[1].readState(in);
                }
                n = in.readLong();
            }
        }
    }
}
