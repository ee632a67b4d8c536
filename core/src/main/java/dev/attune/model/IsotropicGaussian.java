package dev.attune.model;

import dev.attune.api.Posterior;
import dev.attune.math.Symmetric;

/** Coefficients known equally well in every direction: N(mean, variance I). The owner moves mean and variance. */
public final class IsotropicGaussian implements Posterior {
    private final double[] mean;
    private final double[][] covariance;
    private double deviation;
    private long count;

    /** Around an array that the owner keeps up to date. */
    public IsotropicGaussian(double[] mean) {
        this.mean = mean;
        this.covariance = Symmetric.scaledIdentity(mean.length, 1);
        this.deviation = 1;
    }

    /** The variance from now on, and the number of rewards behind it. */
    public void learnt(double variance, long rewards) {
        deviation = Math.sqrt(variance);
        count = rewards;
        for (int i = 0; i < mean.length; i++) {
            covariance[i][i] = variance;
        }
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
    public double[][] covariance() {
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
