package dev.attune.lab.env;

import dev.attune.api.PolicyProvider;
import dev.attune.api.RewardRange;
import java.util.List;
import java.util.Optional;

/**
 * A problem for bandits. The same seed gives the same rounds, so that every tuner of a repetition meets the same arms and the same noise.
 *
 * <p>Immutable and thread-safe; the {@link Rounds} that it opens are for one thread each.
 */
public interface Environment {
    /** Returns the number of features of an arm; 0 if its arms are sparse. */
    int dimension();

    /**
     * Returns the same problem with sparse arms, for policies that take them: the same seed gives the same contexts, rewards and regrets. Empty if
     * its arms cannot be made of a context and an id for each arm.
     */
    default Optional<Environment> sparse() {
        return Optional.empty();
    }

    /**
     * Returns the same problem for policies with a model for each arm: the first feature of an arm is the number of its block. Empty if its arms
     * have no numbers.
     */
    default Optional<Environment> perArm() {
        return Optional.empty();
    }

    /** Returns how its data were read, in clauses; empty if there is nothing to say. */
    default List<String> notes() {
        return List.of();
    }

    /** Returns why its arms are sparse, for policies that take vectors; empty if they are vectors. */
    default String whySparse() {
        return "";
    }

    /** Returns the rewards that can occur. */
    default RewardRange rewards() {
        return RewardRange.REALS;
    }

    /** Returns the largest number of rounds of a repetition; unlimited for a simulation. */
    default long mostRounds() {
        return Long.MAX_VALUE;
    }

    /** Returns whether the mean reward of every arm is known, and with it the regret of a decision. */
    default boolean knowsRegret() {
        return true;
    }

    /** Returns the only policy that can play here, if settings are chosen instead of arms; empty for a bandit problem. */
    default Optional<PolicyProvider> ownPolicy() {
        return Optional.empty();
    }

    /** Returns what the rounds depend on beside the parameters: a checksum of the data that were read, or nothing. */
    default String fingerprint() {
        return "";
    }

    /**
     * Returns the rounds of one repetition, from the first.
     *
     * @param seed same seed, same rounds
     * @param horizon number of rounds; changes of the environment are placed relative to it
     */
    Rounds open(long seed, long horizon);
}
