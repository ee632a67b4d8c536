package dev.attune.api;

import java.util.random.RandomGenerator;

/**
 * What a model with separate coefficients for each of many {@link Blocks} believes. Blocks are independent, so their
 * covariance is a matrix of p numbers square for each, and nobody need ever see the large one: {@link #mean}, {@link
 * #covariance} and {@link #shape} are about all blocks, one after another, and for inspection only.
 */
public interface BlockPosterior extends Posterior {
    /** Number of coefficients in a block, p: one less than the features of an arm. */
    int blockDimension();

    /** What is believed about one block, as a live view; the prior if it was never rewarded. Its noise is its own. */
    Posterior block(int number);

    /**
     * Shares x' u of all arms in one draw u from N(0, covariance). Arms of a block share its part of u, and the order of arms
     * does not matter.
     *
     * @param scratch p numbers
     */
    void draws(ActionSet arms, RandomGenerator rng, double[] scratch, double[] out);
}
