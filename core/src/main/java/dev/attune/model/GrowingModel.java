package dev.attune.model;

/** A linear model that takes new coefficients while it learns. */
interface GrowingModel extends LinearModel {
    /** Returns x' covariance x, the variance of the score of one arm in units of the squared noise. */
    double variance(double[] x);

    /**
     * Adds coefficients that have learnt nothing.
     *
     * @param dimension number of coefficients afterwards, of a block if there are blocks
     */
    void resize(int dimension);
}
