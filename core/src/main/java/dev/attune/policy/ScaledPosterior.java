package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import java.util.random.RandomGenerator;

/**
 * A posterior whose values are measured in another unit: the same beliefs, the noise multiplied by a factor. It has no
 * {@link #prior}, since the evidence is that of the original unit.
 */
record ScaledPosterior(Posterior of, double factor) implements Posterior {
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
    public double variance(int i) {
        return of.variance(i);
    }

    @Override
    public void shape(double[] z) {
        of.shape(z);
    }

    @Override
    public double noise() {
        return factor * of.noise();
    }

    @Override
    public double weight(double[] x) {
        return of.weight(x);
    }

    @Override
    public boolean perArm() {
        return of.perArm();
    }

    @Override
    public Posterior block(int number) {
        return new ScaledPosterior(of.block(number), factor);
    }

    @Override
    public int blockDimension() {
        return of.blockDimension();
    }

    @Override
    public void draws(ActionSet arms, RandomGenerator rng, double[] scratch, double[] out) {
        of.draws(arms, rng, scratch, out);
    }
}
