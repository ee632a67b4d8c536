package dev.attune.lab.report;

/**
 * A mean over repetitions.
 *
 * @param mean the mean
 * @param sd standard deviation over repetitions; NaN for a single one
 * @param low lower end of the 95 % confidence interval of the mean; NaN for a single repetition
 * @param high upper end
 */
public record Estimate(double mean, double sd, double low, double high) {}
