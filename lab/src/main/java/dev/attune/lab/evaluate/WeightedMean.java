package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.ValueEstimate;
import dev.attune.lab.report.Interval;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * A weighted mean of terms that is updated event by event, in constant memory, with two 95 % intervals: by the bootstrap, and by the empirical
 * Bernstein bound, which holds for any number of bounded independent terms, not only in the limit:
 *
 * <pre>
 *   |mean - estimate| &lt;= sqrt(2 v ln(4/error) / n) + 7 L ln(4/error) / (3 (n - 1))
 * </pre>
 *
 * <p>with v the sample variance and L the length of the range: Maurer, Pontil: Empirical Bernstein bounds and sample variance
 * penalization. COLT 2009, Theorem 4, for both sides.
 */
final class WeightedMean {
    private static final double ERROR = 0.05;

    private double numerator;
    private double denominator;
    private final double[] numerators = new double[EventDraws.REPLICATES];
    private final double[] denominators = new double[EventDraws.REPLICATES];
    private boolean weighted;
    private long n;
    private double mean; // of terms without weights (Welford 1962)
    private double squares;

    /**
     * Adds an event.
     *
     * @param weight how many events it stands for
     * @param mass its contribution to the denominator
     * @param counts how often each bootstrap replicate counts it
     */
    void add(double weight, double term, double mass, double[] counts) {
        numerator += weight * term;
        denominator += weight * mass;
        axpy(weight * term, counts, numerators);
        axpy(weight * mass, counts, denominators);
        weighted |= weight != 1;
        n++;
        double before = term - mean;
        mean += before / n;
        squares += before * (term - mean);
    }

    private static void axpy(double factor, double[] counts, double[] sums) {
        if (factor != 0) {
            for (int b = 0; b < sums.length; b++) {
                sums[b] = Math.fma(factor, counts[b], sums[b]);
            }
        }
    }

    /** Returns the mean; NaN before the first event. */
    double value() {
        return numerator / denominator;
    }

    /** Returns whether some event had another weight than 1, so that the Bernstein bound does not apply. */
    boolean isWeighted() {
        return weighted;
    }

    private double replicate(int b) {
        return numerators[b] / denominators[b];
    }

    /**
     * Returns the mean with its intervals.
     *
     * @param estimator name in tables
     * @param range interval that contains all terms; NaN at both ends if unknown, and then there is no Bernstein interval
     */
    ValueEstimate estimate(String estimator, Interval range) {
        return new ValueEstimate(estimator, value(), bootstrap(), bernstein(range));
    }

    private Interval bootstrap() {
        double[] sorted = new double[EventDraws.REPLICATES];
        Arrays.setAll(sorted, this::replicate);
        sorted = Arrays.stream(sorted).filter(Double::isFinite).sorted().toArray();
        if (sorted.length < 2) {
            return Interval.NONE;
        }
        int out = (int) (ERROR / 2 * sorted.length);
        return new Interval(sorted[out], sorted[sorted.length - 1 - out]);
    }

    private Interval bernstein(Interval range) {
        if (n < 2 || Double.isNaN(range.length())) {
            return Interval.NONE;
        }
        double logs = StrictMath.log(4 / ERROR);
        double half = Math.sqrt(2 * squares / (n - 1) * logs / n) + 7 * range.length() * logs / (3.0 * (n - 1));
        return new Interval(Math.max(range.low(), mean - half), Math.min(range.high(), mean + half));
    }

    /** Returns the standard error, by the replicates. */
    double error() {
        return errorOfDifference(b -> 0);
    }

    /** Returns the standard error of the difference to another mean of the same log, by paired replicates. */
    double errorOfDifference(WeightedMean other) {
        return errorOfDifference(other::replicate);
    }

    private double errorOfDifference(IntToDoubleFunction other) {
        double sum = 0;
        double squaredSum = 0;
        int many = 0;
        for (int b = 0; b < EventDraws.REPLICATES; b++) {
            double difference = replicate(b) - other.applyAsDouble(b);
            if (Double.isFinite(difference)) {
                many++;
                double before = difference - sum;
                sum += before / many;
                squaredSum += before * (difference - sum);
            }
        }
        return many < 2 ? Double.NaN : Math.sqrt(squaredSum / (many - 1));
    }
}
