package dev.attune.api;

import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What a policy's model believes about its coefficients: theta ~ N(mean, noise^2 covariance). A live view, read only; means, bonuses and
 * scores are x' theta, in the units of {@link #noise}.
 *
 * <p>A model has one block of coefficients for all arms, or a block for each arm ({@link #perArm()}, {@link Blocks}). Blocks are independent
 * ({@link #independentBlocks()}), so the large covariance of all of them is never needed: {@link #block} has that of one. {@link #mean}, {@link
 * #covariance} and {@link #shape} of a model with many blocks are about all of them, one after another, and for inspection only.
 */
public interface Posterior {
    /** Returns the number of coefficients, d. */
    int dimension();

    /** Returns the number of rewards learnt. */
    long count();

    /** Returns the estimate. */
    double[] mean();

    /** Returns the covariance in units of the squared noise: full symmetric rows. */
    double[][] covariance();

    /** Returns the covariance of one coefficient with itself; does not make the whole matrix where there is none. */
    default double variance(int i) {
        return covariance()[i][i];
    }

    /** Turns standard normals into a draw from N(0, covariance), in place. */
    void shape(double[] z);

    /** Returns the standard deviation that one unit of covariance stands for; zero as long as no scale of rewards is known. */
    double noise();

    /** Returns what one more observation of x adds to the inverse covariance, as a factor of x x'. */
    double weight(double[] x);

    /** Returns whether there is a block of coefficients for each arm. */
    default boolean perArm() {
        return false;
    }

    /** Returns whether the rewards of one block say nothing about another; false where arms also share coefficients. */
    default boolean independentBlocks() {
        return true;
    }

    /** Returns what is believed about one block, as a live view; the prior if it was never rewarded. Its noise is its own. */
    default Posterior block(int number) {
        return this;
    }

    /** Returns the number of coefficients in a block, p. */
    default int blockDimension() {
        return dimension();
    }

    /**
     * Computes the shares x' u of all arms in one draw u from N(0, covariance). Arms of a block share its part of u, and the order of arms
     * does not matter.
     *
     * @param scratch p numbers
     */
    default void draws(ActionSet arms, RandomGenerator rng, double[] scratch, double[] out) {
        RoundRandom.gaussians(rng, scratch);
        shape(scratch);
        ArmForms.linear(scratch, arms.byFeature(), arms.arms(), out);
    }

    /** Returns the prior, if tuners may set its precision by the evidence of the rewards. */
    default Optional<TunablePrior> prior() {
        return Optional.empty();
    }

    /** Returns how often the model was replaced by a younger one because the world had changed. */
    default long changes() {
        return 0;
    }

    /** Returns the number of rewards, counted from the first one, after which the model was last replaced; 0 if it never was. */
    default long lastChange() {
        return 0;
    }

    /** Returns the candidates that this model chooses from, if it has several. */
    default Optional<ModelBank> bank() {
        return Optional.empty();
    }
}
