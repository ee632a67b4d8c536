package dev.attune.api;

import dev.attune.state.StateWriter;

/**
 * A policy whose model is made of sums over rewards. So replicas of it can choose by one published model, each gather what its own rewards add,
 * and have it merged now and then: nothing is lost but the time until then.
 *
 * <p>Law: for a linear model, merging the increments of any split of the rewards gives the model that learnt them one by one, up to rounding.
 * A generalized linear model keeps the quadratic of the log-likelihood around the coefficients at which a reward was gathered.
 */
public interface AdditivePolicy extends Policy {
    /**
     * An increment of nothing, of the kind that this policy fills and merges.
     *
     * @throws IllegalArgumentException if this policy forgets, so that its statistics do not add up
     */
    Increment increment();

    /**
     * Counts a reward without learning it.
     *
     * @param x features of the arm that was pulled
     * @param y its reward
     * @param into what {@link #increment} made
     * @throws IllegalArgumentException as {@link #update} does; nothing has changed then
     */
    void gather(double[] x, double y, Increment into);

    /**
     * Learns what was gathered, here or elsewhere.
     *
     * @throws IllegalArgumentException if it is of another kind of policy; nothing has changed then
     */
    void merge(Increment increment);

    /** Writes state that {@link #readState} reads, for those who choose by it; it does not grow with the number of rewards. */
    default void writeShared(StateWriter out) {
        writeState(out);
    }
}
