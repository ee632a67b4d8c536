package dev.attune.api;

import dev.attune.state.Checkpointed;
import java.util.random.RandomGenerator;

/**
 * The bottom layer: a contextual bandit that chooses an arm and learns from its reward, and never owns its
 * hyperparameters. They come in with every choice and every update, and may differ each time.
 *
 * <p>Laws, checked for every implementation by one contract test: the same state, arms, setting and generator give the
 * same arm; bad input is an {@link IllegalArgumentException} that leaves the state bit for bit as it was; rewards may
 * come in any order.
 *
 * <p>A policy has a single writer: calls of {@code select} and {@code update} on one object must not overlap.
 */
public interface Policy extends Checkpointed {
    /** Number of features of an arm, d. */
    int dimension();

    /** The hyperparameters that {@code select} and {@code update} expect. */
    SettingSpace space();

    /** The rewards that {@code update} accepts. */
    default RewardRange rewards() {
        return RewardRange.REALS;
    }

    /**
     * Refuses arms that {@link #select} would refuse.
     *
     * @throws IllegalArgumentException if the arms have another number of features
     */
    default void check(ActionSet arms) {
        Require.dimension(arms, dimension());
    }

    /**
     * Chooses an arm.
     *
     * @param arms the arms on offer
     * @param setting the hyperparameters in force in this round
     * @param rng the only source of randomness, keyed by seed and round
     * @return the position of the chosen arm
     */
    int select(ActionSet arms, Setting setting, RandomGenerator rng);

    /**
     * Learns from one reward.
     *
     * @param x features of the arm that was pulled
     * @param y its reward
     * @param setting the hyperparameters that were in force when the arm was chosen
     */
    void update(double[] x, double y, Setting setting);

    /** For how many rounds one setting is meant to stay in force; more than one for policies that work in batches. */
    default int holdRounds() {
        return 1;
    }

    /** How many rounds of random choice the policy needs before its setting matters. */
    default int warmupRounds() {
        return 0;
    }
}
