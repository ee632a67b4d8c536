package dev.attune.model;

import dev.attune.api.TunablePrior;

/** A linear model with a Gaussian prior: one for all arms ({@link RidgeModel}) or one for each ({@link BlockRidge}). */
public interface LinearModel extends Model, TunablePrior {
    /** Learns one reward; the caller has checked x and y. */
    void add(double[] x, double y);
}
