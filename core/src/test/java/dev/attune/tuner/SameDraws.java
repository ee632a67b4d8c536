package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/**
 * The beliefs of one model with the noise and the draws of another, so that the choices of both can be compared.
 *
 * @param of the model
 * @param other has the noise
 * @param draws writes the draws of the other model for all arms
 */
record SameDraws(Posterior of, Posterior other, BiConsumer<RandomGenerator, double[]> draws) implements Posterior {
    @Override
    public int dimension() {
        return of.dimension();
    }

    @Override
    public long count() {
        return of.count();
    }

    @Override
    public double[] mean() {
        return of.mean();
    }

    @Override
    public double[][] covariance() {
        return of.covariance();
    }

    @Override
    public void shape(double[] z) {
        throw new AssertionError("the draws are those of the other model");
    }

    @Override
    public double noise() {
        return other.noise();
    }

    @Override
    public double weight(double[] x) {
        return of.weight(x);
    }

    @Override
    public void draws(ActionSet arms, RandomGenerator rng, double[] scratch, double[] out) {
        draws.accept(rng, out);
    }
}
