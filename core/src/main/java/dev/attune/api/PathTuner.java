package dev.attune.api;

import java.util.random.RandomGenerator;

/**
 * A top layer that reads the exploration path of a round: means and bonuses of all arms, and the posterior they come
 * from. It never sees the policy itself. It chooses an arm on the path, and with it the exploration rate at which the
 * policy would have chosen that arm.
 */
public interface PathTuner {
    /** Chooses an arm. May change the tuner's state. */
    PathChoice choose(ActionSet arms, ScoredRound round, Posterior posterior, RandomGenerator rng);

    /** A decision of this tuner was rewarded; the posterior has learnt it already. */
    default void rewarded(Decision decision, double reward, Posterior posterior) {}

    /** A decision of this tuner will never be rewarded. */
    default void expired(Decision decision, Posterior posterior) {}

    /**
     * A choice on the exploration path.
     *
     * @param arm the chosen arm
     * @param explore an exploration rate at which the policy chooses it
     * @param propensity probability of the arm, given the scored round
     * @param memo for the tuner's eyes only
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record PathChoice(int arm, double explore, double propensity, double[] memo) {}
}
