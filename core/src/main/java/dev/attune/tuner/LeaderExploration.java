package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.api.ModelBank;
import dev.attune.api.PathTuner;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The exploration of a policy that chooses among candidate models: by the value of information ({@link ValueOfInformation}) if the candidate that scored
 * the arms has a matrix of covariances, by a random scale of independent draws ({@link RandomScale}) if it has none.
 *
 * <p>Every candidate with covariances has a tuner of its own, which learns which decisions are pending, so that any of them can take the lead. Only
 * that of the leader looks at the arms and imagines losses. One that takes the lead takes over how large they are
 * from the one that looked before it:
 * an estimate that began anew would rest on a few imagined losses, and explore for thousands of rounds what has long
 * been known. If none looked for a
 * while, because the candidate without covariances led, they have shrunk as the rewards have grown, see
 * {@link ValueOfInformation.Losses#after}.
 *
 * <p>A candidate with a model for each arm numbers arms by their first reward. Until then an arm with pending decisions has a block of its own here,
 * with a number after those of the model: what is pending on one unknown arm says nothing of another. With its first reward the block gets the number
 * of the arm. Beyond {@value #MOST_WAITING} such arms, further ones share block 0.
 */
public final class LeaderExploration implements PathTuner {
    private static final int MOST_WAITING = 256; // arms
    private static final double SHARED = -1; // memo of a decision that is pending in block 0
    private static final int NONE = -1;
    private static final ValueOfInformation SPARE = ValueOfInformation.ofShape(true, 1); // never used

    private final RandomScale draws = new RandomScale();
    private final ValueOfInformation[] values; // by candidate, those with covariances
    private final boolean[] started;
    private PathTuner last = draws;
    private int looking = NONE; // the candidate whose tuner looked at the last arms
    private ValueOfInformation.Losses losses = ValueOfInformation.Losses.UNKNOWN; // of the tuner that looked last
    private long lookedAt; // number of rewards then

    // Arms with pending decisions that were never rewarded: that at position i has the block numbered + 1 + i.
    private long[] waiting = new long[4]; // their keys
    private int[] decisions = new int[4]; // pending
    private int unknown;
    private int numbered; // arms that have a number in the model

    private LeaderExploration(int candidates) {
        values = new ValueOfInformation[candidates];
        Arrays.fill(values, SPARE);
        started = new boolean[candidates];
    }

    /**
     * Creates the tuner of a policy with this posterior.
     *
     * @throws IllegalArgumentException if it has no candidates
     */
    public static LeaderExploration of(Posterior posterior) {
        return new LeaderExploration(posterior
                .bank()
                .filter(ModelBank::withCovariances)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Auto needs a policy with candidate models, such as the policy Auto"))
                .candidates());
    }

    @Override
    public PathChoice choose(ActionSet arms, ScoredRound round, Posterior posterior, RandomGenerator rng) {
        Optional<ActionSet> design = round.design();
        if (design.isEmpty()) {
            last = draws;
            looking = NONE;
            return draws.choose(arms, round, posterior, rng);
        }
        Posterior leader = bank(posterior).posterior(round.candidate()).orElseThrow();
        ValueOfInformation tuner = of(round.candidate(), leader);
        if (looking != round.candidate()) {
            tuner.takeOver(losses.after(lookedAt, posterior.count()));
            looking = round.candidate();
        }
        last = tuner;
        if (leader.perArm()) {
            numberUnknown(arms, design.get().byFeature()[0], bank(posterior));
        }
        PathChoice choice = tuner.choose(design.get(), round, leader, rng);
        losses = tuner.losses();
        lookedAt = posterior.count();
        return choice;
    }

    private static ModelBank bank(Posterior posterior) {
        return posterior.bank().orElseThrow();
    }

    /** Replaces block 0 of arms that wait for their first reward by their own. */
    private void numberUnknown(ActionSet arms, double[] block, ModelBank bank) {
        follow(bank);
        for (int k = 0; unknown > 0 && k < arms.arms(); k++) {
            if (block[k] == 0) {
                int i = find(bank.armKey(arms, k));
                block[k] = i < 0 ? 0 : numbered + 1 + i;
            }
        }
    }

    private int find(long key) {
        for (int i = 0; i < unknown; i++) {
            if (waiting[i] == key) {
                return i;
            }
        }
        return -1;
    }

    /** Moves blocks to the numbers that their arms have got since, and others out of the way. */
    private void follow(ModelBank bank) {
        for (int arms = bank.arms(); numbered < arms; ) {
            numbered++; // the number of the first that waits, until now
            if (unknown > 0) {
                int i = find(bank.armKey(numbered));
                exchangeBlocks(numbered, numbered + (i < 0 ? unknown : i));
                long key = waiting[0];
                int pending = decisions[0];
                int to = i < 0
                        ? unknown - 1
                        : i - 1; // where the first goes: to the end, or in place of the arm that has a number now
                unknown -= i < 0 ? 0 : 1;
                System.arraycopy(waiting, 1, waiting, 0, i < 0 ? to : unknown);
                System.arraycopy(decisions, 1, decisions, 0, i < 0 ? to : unknown);
                if (to >= 0) {
                    waiting[to] = key;
                    decisions[to] = pending;
                }
            }
        }
    }

    private void exchangeBlocks(int a, int b) {
        for (int c = 0; c < started.length; c++) {
            if (started[c] && values[c].perArm()) {
                values[c].exchange(a, b);
            }
        }
    }

    /** Returns the block that a decision on an arm without a number is pending in; 0 if too many arms wait. */
    private int await(long key) {
        int i = find(key);
        if (i < 0) {
            if (unknown == MOST_WAITING) {
                return 0;
            }
            if (unknown == waiting.length) {
                waiting = Arrays.copyOf(waiting, 2 * unknown);
                decisions = Arrays.copyOf(decisions, 2 * unknown);
            }
            i = unknown++;
            waiting[i] = key;
            decisions[i] = 0;
        }
        decisions[i]++;
        return numbered + 1 + i;
    }

    /** Returns the block that a decision is pending in. */
    private int blockOf(double[] x, double[] memo, ModelBank bank) {
        follow(bank);
        if (memo[0] != 0) {
            return memo[0] == SHARED ? 0 : (int) memo[0];
        }
        long key = bank.armKey(x);
        int i = find(key);
        return i < 0 ? bank.armNumber(key) : numbered + 1 + i;
    }

    /** Notes that a decision is no longer pending in a block; frees the block of an arm that waits no longer. */
    private void release(int block) {
        int i = block - numbered - 1;
        if (i >= 0 && i < unknown && --decisions[i] == 0) {
            unknown--;
            exchangeBlocks(block, numbered + 1 + unknown);
            waiting[i] = waiting[unknown];
            decisions[i] = decisions[unknown];
            for (int c = 0; c < started.length; c++) {
                if (started[c] && values[c].perArm()) {
                    values[c].forget(numbered + 1 + unknown);
                }
            }
        }
    }

    /** Returns the tuner of a candidate, with as many coefficients as that has now. */
    private ValueOfInformation of(int candidate, Posterior posterior) {
        if (!started[candidate]) {
            values[candidate] = ValueOfInformation.of(posterior);
            started[candidate] = true;
        } else if (values[candidate].dimension() != posterior.blockDimension()) {
            values[candidate].resize(posterior.blockDimension());
        }
        return values[candidate];
    }

    @Override
    public double propensity(int arm) {
        return last.propensity(arm);
    }

    @Override
    public double[] bonuses(ScoredRound round) {
        return last.bonuses(round);
    }

    /** Returns the number of the arm, which candidates with a model for each arm share; 0 if it has none yet, {@value #SHARED} if it has no block of its own either. */
    @Override
    public double[] decided(double[] x, Posterior posterior) {
        ModelBank bank = bank(posterior);
        follow(bank);
        int number = 0;
        int block = -1; // not known yet
        for (int c = 0; c < started.length; c++) {
            Optional<Posterior> of = bank.posterior(c);
            if (of.isPresent()) {
                double[] z = bank.design(c, x);
                if (of.get().perArm()) {
                    if (block < 0) {
                        number = (int) z[0];
                        block = number > 0 ? number : await(bank.armKey(x));
                    }
                    z[0] = block;
                }
                of(c, of.get()).decided(z, of.get());
            } else {
                started[c] = false; // it is out for good
                values[c] = SPARE;
            }
        }
        return new double[] {block == 0 ? SHARED : number};
    }

    @Override
    public void check(double[] memo) {
        if (memo.length != 1 || !(memo[0] >= 0 || memo[0] == SHARED)) {
            throw new IllegalArgumentException("the memo of the decision is not one number: another tuner made it");
        }
    }

    @Override
    public void rewarded(double[] x, double[] memo, double reward, Posterior posterior) {
        ModelBank bank = bank(posterior);
        int block = blockOf(x, memo, bank);
        for (int c = 0; c < started.length; c++) {
            Optional<Posterior> of = bank.posterior(c);
            if (of.isPresent()) {
                of(c, of.get()).rewarded(pulled(bank, c, of.get(), x, block), WEIGHT, reward, of.get());
            }
        }
        release(block);
    }

    @Override
    public void expired(double[] x, double[] memo, Posterior posterior) {
        ModelBank bank = bank(posterior);
        int block = blockOf(x, memo, bank);
        for (int c = 0; c < started.length; c++) {
            Optional<Posterior> of = bank.posterior(c);
            if (of.isPresent()) {
                of(c, of.get()).expired(pulled(bank, c, of.get(), x, block), WEIGHT, of.get());
            }
        }
        release(block);
    }

    private static final double[] WEIGHT = {1}; // of an observation of a linear model

    /** Returns the arm as a candidate sees it, with the block that it was pending in. */
    private static double[] pulled(ModelBank bank, int candidate, Posterior of, double[] x, int block) {
        double[] z = bank.design(candidate, x);
        if (of.perArm()) {
            z[0] = block;
        }
        return z;
    }

    @Override
    public String stateName() {
        return "leader exploration/2";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeInt(numbered);
        out.writeInt(unknown);
        for (int i = 0; i < unknown; i++) {
            out.writeLong(waiting[i]);
            out.writeInt(decisions[i]);
        }
        out.writeInt(1 + looking);
        out.writeDouble(losses.sum());
        out.writeDouble(losses.weight());
        out.writeLong(lookedAt);
        for (int c = 0; c < started.length; c++) {
            out.writeFlag(started[c]);
            if (started[c]) {
                out.writeFlag(values[c].perArm());
                out.writeInt(values[c].dimension());
                values[c].writeState(out);
            }
        }
    }

    @Override
    public void readState(StateReader in) {
        numbered = in.readCount(Blocks.MOST - 1 - MOST_WAITING);
        unknown = in.readCount(MOST_WAITING);
        waiting = new long[Math.max(4, unknown)];
        decisions = new int[waiting.length];
        for (int i = 0; i < unknown; i++) {
            waiting[i] = in.readLong();
            decisions[i] = in.readCount(Integer.MAX_VALUE);
        }
        looking = in.readCount(started.length) - 1;
        losses = new ValueOfInformation.Losses(in.readDouble(), in.readDouble());
        lookedAt = in.readTally();
        for (int c = 0; c < started.length; c++) {
            started[c] = in.readFlag();
            if (started[c]) {
                boolean perArm = in.readFlag();
                values[c] = ValueOfInformation.ofShape(perArm, in.readCount(MOST_COEFFICIENTS));
                values[c].readState(in);
            }
        }
    }

    private static final int MOST_COEFFICIENTS = 1 << 14;
}
