package dev.attune.api;

import dev.attune.state.Checkpointed;
import java.util.random.RandomGenerator;

/**
 * A top layer that reads the exploration path of a round: means and bonuses of all arms, and the posterior they come
 * from. It never sees the policy itself. It chooses an arm on the path, and with it the exploration rate at which the
 * policy would have chosen that arm.
 *
 * <p>Laws, checked for every implementation by the contract of the test kit: the same state, round and generator give the
 * same choice; the propensities of a round sum to one where they are known; rewards may come late, in any order, several
 * for one decision, or never.
 */
public interface PathTuner extends Checkpointed {
    /** Chooses an arm. May change the tuner's state. */
    PathChoice choose(ActionSet arms, ScoredRound round, Posterior posterior, RandomGenerator rng);

    /** Returns the probability with which the last {@link #choose} could have chosen an arm; NaN where it is not known. */
    double propensity(int arm);

    /** Returns the bonuses that the last {@link #choose} used, given those of the policy; to be read only. */
    default double[] bonuses(ScoredRound round) {
        return round.bonus();
    }

    /**
     * Notes the arm that was pulled; a floor may have made it another than the chosen one.
     *
     * @param x its features
     * @return the memo that comes back with the reward
     */
    default double[] decided(double[] x, Posterior posterior) {
        return new double[0];
    }

    /**
     * Rejects a memo that this tuner did not write; called before anything is learnt.
     *
     * @throws IllegalArgumentException if it did not write this memo
     */
    default void check(double[] memo) {
        if (memo.length != 0) {
            throw new IllegalArgumentException("the memo of the decision has " + memo.length
                    + " numbers, this tuner writes none: another made it");
        }
    }

    /** Learns that a decision was rewarded; the posterior has learnt the reward already. */
    default void rewarded(double[] x, double[] memo, double reward, Posterior posterior) {}

    /** Learns that a decision will never be rewarded. */
    default void expired(double[] x, double[] memo, Posterior posterior) {}

    /**
     * A choice on the exploration path.
     *
     * @param arm the chosen arm
     * @param explore the exploration rate at which the policy chooses it
     */
    record PathChoice(int arm, double explore) {}
}
