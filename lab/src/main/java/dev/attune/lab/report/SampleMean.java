package dev.attune.lab.report;

import dev.attune.math.StudentT;

/**
 * The mean over repetitions.
 *
 * @param mean the mean
 * @param sd standard deviation over repetitions; NaN for a single one
 * @param low lower end of the 95 % confidence interval of the mean, 0 or more if no value is negative; NaN for a single repetition
 * @param high upper end
 */
public record SampleMean(double mean, double sd, double low, double high) {
    /** Returns the mean of one value for each repetition, with Student's interval; all NaN if any value is, or if there is none. */
    public static SampleMean of(double[] values) {
        int n = values.length;
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        for (double value : values) {
            sum += value;
            least = Math.min(least, value);
        }
        double mean = sum / n;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double sd = n > 1 ? Math.sqrt(squares / (n - 1)) : Double.NaN;
        double half = n > 1 ? StudentT.quantile975(n - 1) * sd / Math.sqrt(n) : Double.NaN;
        double low = least >= 0 ? Math.max(0, mean - half) : mean - half; // a mean of such values is not negative
        return new SampleMean(mean, sd, low, mean + half);
    }

    /** Returns the distance of the upper end, to be shown after "+-". */
    double half() {
        return high - mean;
    }
}
