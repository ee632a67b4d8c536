package dev.attune.lab.evaluate;

import java.util.Arrays;

/** A weighted mean that is made event by event, in constant memory, together with its bootstrap replicates. */
final class RatioOfSums {
    private static final double TAIL = 0.025;

    private double numerator;
    private double denominator;
    private final double[] numerators = new double[Resamples.REPLICATES];
    private final double[] denominators = new double[Resamples.REPLICATES];

    /** Adds an event, which replicate b counts {@code counts[b]} times. */
    void add(double term, double mass, double[] counts) {
        numerator += term;
        denominator += mass;
        if (term != 0) {
            axpy(term, counts, numerators);
        }
        if (mass != 0) {
            axpy(mass, counts, denominators);
        }
    }

    private static void axpy(double factor, double[] counts, double[] sums) {
        for (int b = 0; b < sums.length; b++) {
            sums[b] = Math.fma(factor, counts[b], sums[b]);
        }
    }

    /** The mean; NaN before the first event. */
    double value() {
        return numerator / denominator;
    }

    /** The mean of a replicate. */
    double replicate(int b) {
        return numerators[b] / denominators[b];
    }

    /** 95 % of the replicates. */
    Interval interval() {
        double[] sorted = sortedReplicates();
        if (sorted.length < 2) {
            return Interval.NONE;
        }
        int out = (int) (TAIL * sorted.length);
        return new Interval(sorted[out], sorted[sorted.length - 1 - out]);
    }

    private double[] sortedReplicates() {
        double[] values = new double[Resamples.REPLICATES];
        for (int b = 0; b < values.length; b++) {
            values[b] = replicate(b);
        }
        return Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
    }

    /** Standard error of the difference to another mean of the same log, by paired replicates. */
    double errorOfDifference(RatioOfSums other) {
        double sum = 0;
        double squares = 0;
        int n = 0;
        for (int b = 0; b < Resamples.REPLICATES; b++) {
            double difference = replicate(b) - other.replicate(b);
            if (Double.isFinite(difference)) {
                n++;
                double before = difference - sum;
                sum += before / n;
                squares += before * (difference - sum);
            }
        }
        return n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1));
    }
}
