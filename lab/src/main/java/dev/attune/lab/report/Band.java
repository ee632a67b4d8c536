package dev.attune.lab.report;

/**
 * A curve with its 95 % confidence band, pointwise; low and high are the mean itself for a single repetition.
 *
 * @param mean over repetitions
 * @param low lower end
 * @param high upper end
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Band(double[] mean, double[] low, double[] high) {}
