package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.ValueEstimate;
import dev.attune.lab.report.Interval;
import dev.attune.math.StudentT;

/**
 * A weighted mean of terms, v = sum a / sum b, that is updated event by event, in constant memory, with two 95 % intervals.
 *
 * <p>The first has the standard error of the ratio, by linearisation, the quantile of Student's t, and the correction of a studentised mean for skewness,
 * which few large weights cause:
 *
 * <pre>
 *   r = a - v b        S = sqrt(sum r^2) / sum b        g = sum r^3 / (sum r^2)^(3/2)
 *   v + S (g (2 t^2 + 1) / 6 +- t)                      P. Hall: On the removal of skewness by transformation. JRSS B 1992
 * </pre>
 *
 * <p>The second is the empirical Bernstein bound, which holds for any number of bounded independent terms, not only in the limit:
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

    private double origin; // terms are relative to it times their mass, so that sums of squares do not cancel
    private double a;
    private double b;
    private double aa;
    private double ab;
    private double bb;
    private double aaa;
    private double aab;
    private double abb;
    private double bbb;
    private boolean weighted;
    private long n;
    private double mean; // of terms without weights (Welford 1962)
    private double squares;

    /**
     * Adds an event.
     *
     * @param weight how many events it stands for
     * @param mass its contribution to the denominator
     */
    void add(double weight, double term, double mass) {
        if (n == 0 && mass != 0) {
            origin = term / mass;
        }
        double x = weight * (term - origin * mass);
        double y = weight * mass;
        a += x;
        b += y;
        aa += x * x;
        ab += x * y;
        bb += y * y;
        aaa += x * x * x;
        aab += x * x * y;
        abb += x * y * y;
        bbb += y * y * y;
        weighted |= weight != 1;
        n++;
        double before = term - mean;
        mean += before / n;
        squares += before * (term - mean);
    }

    /** Returns the mean; NaN before the first event. */
    double value() {
        return origin + a / b;
    }

    /** Returns whether some event had another weight than 1, so that the Bernstein bound does not apply. */
    boolean isWeighted() {
        return weighted;
    }

    /**
     * Returns the mean with its intervals.
     *
     * @param estimator name in tables
     * @param range interval that contains all terms; NaN at both ends if unknown, and then there is no Bernstein interval
     */
    ValueEstimate estimate(String estimator, Interval range) {
        return new ValueEstimate(estimator, value(), interval(), bernstein(range));
    }

    private double residuals() {
        double v = a / b;
        return Math.max(0, aa - 2 * v * ab + v * v * bb) * n / Math.max(1, n - 1);
    }

    /** Returns the standard error; NaN for fewer than two events. */
    double error() {
        return n < 2 ? Double.NaN : Math.sqrt(residuals()) / Math.abs(b);
    }

    private Interval interval() {
        double error = error();
        double effective = b * b / bb;
        if (!Double.isFinite(error) || !(effective > 1)) {
            return Interval.NONE;
        }
        double v = a / b;
        double cubes = aaa - 3 * v * aab + 3 * v * v * abb - v * v * v * bbb;
        double sum = residuals();
        double skewness = sum > 0 ? cubes / (sum * Math.sqrt(sum)) : 0;
        double t = StudentT.quantile975(Math.max(1, Math.round(effective) - 1));
        double shift = skewness * (2 * t * t + 1) / 6;
        return new Interval(value() + error * (shift - t), value() + error * (shift + t));
    }

    private Interval bernstein(Interval range) {
        if (n < 2 || Double.isNaN(range.length())) {
            return Interval.NONE;
        }
        double logs = StrictMath.log(4 / ERROR);
        double half = Math.sqrt(2 * squares / (n - 1) * logs / n) + 7 * range.length() * logs / (3.0 * (n - 1));
        return new Interval(Math.max(range.low(), mean - half), Math.min(range.high(), mean + half));
    }
}
