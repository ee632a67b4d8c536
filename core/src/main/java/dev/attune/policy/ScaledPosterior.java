package dev.attune.policy;

import dev.attune.api.Posterior;

/** A posterior whose values are measured in another unit: the same beliefs, the noise multiplied by a factor. */
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
}
