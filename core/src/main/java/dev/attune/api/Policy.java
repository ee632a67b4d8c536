package dev.attune.api;

import dev.attune.state.Checkpointed;
import dev.attune.state.StateWriter;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The bottom layer: a contextual bandit that chooses an arm and learns from its reward, and never owns its hyperparameters. They are
 * arguments of every choice and every update, and may differ each time.
 *
 * <p>Laws, checked for every implementation by the contract of the test kit: the same state, arms, setting and generator give the same arm;
 * invalid input is an {@link IllegalArgumentException} that leaves the state unchanged, bit for bit; rewards may arrive in any order.
 *
 * <p>What a policy can do beyond that is asked of the object: {@link #path()}, {@link #theory}, {@link #perArm()}.
 *
 * <p>A policy has a single writer: calls of {@code select} and {@code update} on one object must not overlap.
 */
public interface Policy extends Checkpointed {
    /** Returns the number of features of an arm, d; 0 if the policy takes sparse arms ({@link ActionSet#crossed}). */
    int dimension();

    /** Returns the hyperparameters that {@code select} and {@code update} expect. */
    SettingSpace space();

    /** Returns the rewards that {@code update} accepts. */
    default RewardRange rewards() {
        return RewardRange.REALS;
    }

    /**
     * Rejects arms that {@link #select} would reject.
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

    /**
     * Learns from one reward of an arm of which it is known how likely it was, for policies to which that matters.
     *
     * @param likelihood how many times likelier the arm was than with a uniform choice; NaN if that is not known
     */
    default void update(double[] x, double y, Setting setting, double likelihood) {
        update(x, y, setting);
    }

    /** Returns for how many rounds one setting is meant to stay in force; more than one for policies that work in batches. */
    default int holdRounds() {
        return 1;
    }

    /** Returns how many rounds of random choice the policy needs before its setting matters. */
    default int warmupRounds() {
        return 0;
    }

    /** Returns the exploration path of this policy, if its index is linear in its first hyperparameter. */
    default Optional<ExplorationPath> path() {
        return Optional.empty();
    }

    /**
     * Returns the setting that the publication prescribes for every round, if it prescribes one. Where the value depends on the data seen so
     * far, the schedule reads it from this policy.
     */
    default Optional<Schedule> theory(TheoryConstants constants) {
        return Optional.empty();
    }

    /** Returns whether every arm has a model of its own: the first feature of an arm is then the number of its block ({@link Blocks}). */
    default boolean perArm() {
        return false;
    }

    /**
     * Forgets a block, such as that of a retired arm, so that another arm can have its number.
     *
     * @throws IllegalArgumentException if no block can have this number, or the policy is not {@link #perArm()}
     */
    default void clear(int block) {
        throw new IllegalArgumentException(
                stateName() + " has one model for all arms: block " + block + " does not exist");
    }

    /**
     * Writes state that {@link #readState} reads and that suffices to choose, but not to learn. Its size does not grow with the number of
     * rewards.
     */
    default void writePublished(StateWriter out) {
        writeState(out);
    }
}
