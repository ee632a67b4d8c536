package dev.attune.lab.env;

import dev.attune.api.PolicyProvider;
import dev.attune.api.RewardRange;
import java.util.Optional;

/**
 * A problem that bandits are tried on. It makes the same rounds again for the same seed, so that every tuner of a
 * repetition meets the same arms and the same luck.
 *
 * <p>Immutable and safe under threads; the {@link Rounds} it opens are for one thread each.
 */
public interface Environment {
    /** Number of features of an arm; 0 if its arms are sparse. */
    int dimension();

    /**
     * Returns the same problem with sparse arms, for policies that take them: the same seed gives the same contexts, rewards and regrets. Empty if
     * its arms cannot be made of a context and an id for each arm.
     */
    default Optional<Environment> sparse() {
        return Optional.empty();
    }

    /** Returns why its arms are sparse, for policies that take vectors; empty if they are vectors. */
    default String whySparse() {
        return "";
    }

    /** The rewards that can occur. */
    default RewardRange rewards() {
        return RewardRange.REALS;
    }

    /** The most rounds a repetition can have; data ends somewhere, a simulation does not. */
    default long mostRounds() {
        return Long.MAX_VALUE;
    }

    /** Whether the mean reward of every arm is known, and with it the regret of a decision. */
    default boolean knowsRegret() {
        return true;
    }

    /** The one policy that can play here, where arms are not what is chosen; empty for a bandit problem. */
    default Optional<PolicyProvider> ownPolicy() {
        return Optional.empty();
    }

    /** What the rounds depend on beside the parameters: a checksum of the data that were read, or nothing. */
    default String fingerprint() {
        return "";
    }

    /**
     * The rounds of one repetition, from the first.
     *
     * @param seed same seed, same rounds
     * @param horizon how many rounds will be asked for; where the world changes, it does so in relation to it
     */
    Rounds open(long seed, long horizon);
}
