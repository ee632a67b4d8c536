package dev.attune.model;

import dev.attune.api.Posterior;
import dev.attune.math.Symmetric;

/** Coefficients known equally well in every direction: N(mean, variance I). The owner moves mean and variance. */
public final class IsotropicGaussian implements Posterior {
    private final double[] mean;
    private double[][] covariance = {}; // as of when it was last asked for
    private double variance = 1;
    private double deviation = 1;
    private long count;

    /** Around an array that the owner keeps up to date. */
    public IsotropicGaussian(double[] mean) {
        this.mean = mean;
    }

    /** The variance from now on, and the number of rewards behind it. */
    public void learnt(double newVariance, long rewards) {
        variance = newVariance;
        deviation = Math.sqrt(newVariance);
        count = rewards;
    }

    @Override
    public int dimension() {
        return mean.length;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public double[] mean() {
        return mean;
    }

    @Override
    public double variance(int i) {
        return variance;
    }

    /** A matrix of d x d numbers that does not exist before somebody asks: without it, memory is O(d). */
    @Override
    public double[][] covariance() {
        if (covariance.length == 0) {
            covariance = Symmetric.scaledIdentity(mean.length, 0);
        }
        for (int i = 0; i < mean.length; i++) {
            covariance[i][i] = variance;
        }
        return covariance;
    }

    @Override
    public void shape(double[] z) {
        for (int i = 0; i < z.length; i++) {
            z[i] *= deviation;
        }
    }

    @Override
    public double noise() {
        return 1;
    }

    @Override
    public double weight(double[] x) {
        return 1;
    }
}
