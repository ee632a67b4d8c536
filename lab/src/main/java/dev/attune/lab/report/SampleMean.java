package dev.attune.lab.report;

import dev.attune.math.StudentT;

/**
 * The mean over repetitions.
 *
 * @param mean the mean
 * @param sd standard deviation over repetitions; NaN for a single one
 * @param low lower end of the 95 % confidence interval of the mean; NaN for a single repetition
 * @param high upper end
 */
public record SampleMean(double mean, double sd, double low, double high) {
    /** Returns the mean of one value for each repetition, with Student's interval; all NaN if any value is, or if there is none. */
    public static SampleMean of(double[] values) {
        int n = values.length;
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / n;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double sd = n > 1 ? Math.sqrt(squares / (n - 1)) : Double.NaN;
        double half = n > 1 ? StudentT.quantile975(n - 1) * sd / Math.sqrt(n) : Double.NaN;
        return new SampleMean(mean, sd, mean - half, mean + half);
    }

    /** Returns half the width of the interval, to be shown after "+-". */
    double half() {
        return 0.5 * (high - low);
    }
}
