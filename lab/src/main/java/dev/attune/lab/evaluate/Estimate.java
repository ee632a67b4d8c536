package dev.attune.lab.evaluate;

/**
 * What one estimator says about one policy.
 *
 * @param estimator its name in tables
 * @param value mean reward of a decision; NaN where the log does not allow it
 * @param bootstrap 95 % interval by the bootstrap
 * @param bernstein 95 % interval by the empirical Bernstein bound; NaN where no range is known
 */
public record Estimate(String estimator, double value, Interval bootstrap, Interval bernstein) {}
