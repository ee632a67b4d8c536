package dev.attune.live.statistics;

import dev.attune.api.RewardRange;

/**
 * A number with its 95 % interval.
 *
 * @param value the estimate; NaN if nothing is known
 * @param low lower end; NaN if nothing is known about it
 * @param high upper end; NaN if nothing is known about it
 * @param n observations behind it
 */
public record Estimate(double value, double low, double high, long n) {
    /** Nothing is known. */
    public static final Estimate UNKNOWN = new Estimate(Double.NaN, Double.NaN, Double.NaN, 0);

    static final double Z = 1.959963984540054; // the normal quantile of 0.975

    private static final double[] FIRST_T = {12.706204736432095, 4.302652729911275, 3.182446305284263};
    private static final double ROUNDING = 1e-6;

    static Estimate around(double value, double error, long n) {
        return new Estimate(value, value - Z * error, value + Z * error, n);
    }

    /**
     * The mean of rewards. If all of them lie at the ends of their range, as clicks do, Wilson's interval, which is right even if
     * none or all were clicked; otherwise Student's.
     */
    static Estimate ofMean(Moments y, RewardRange range) {
        if (y.n == 0) {
            return UNKNOWN;
        }
        double width = range.high() - range.low();
        double p = Math.min(1, Math.max(0, (y.mean - range.low()) / width));
        double most = p * (1 - p) * width * width * y.n; // the squares of numbers of this mean that lie at the ends
        if (most == 0 ? width == 1 : Math.abs(y.m2 - most) <= ROUNDING * most) {
            return wilson(y, p, range, width);
        }
        if (y.n == 1) {
            return new Estimate(y.mean, Double.NaN, Double.NaN, 1);
        }
        double margin = student(y.n - 1) * Math.sqrt(y.m2 / (y.n - 1) / y.n);
        return new Estimate(y.mean, y.mean - margin, y.mean + margin, y.n);
    }

    private static Estimate wilson(Moments y, double p, RewardRange range, double width) {
        double z2 = Z * Z / y.n;
        double centre = (p + z2 / 2) / (1 + z2);
        double margin = Z / (1 + z2) * Math.sqrt(p * (1 - p) / y.n + z2 / y.n / 4);
        return new Estimate(
                y.mean,
                range.low() + width * Math.max(0, centre - margin),
                range.low() + width * Math.min(1, centre + margin),
                y.n);
    }

    /** The 0.975 quantile of Student's distribution: the first three exactly, then Cornish and Fisher's expansion. */
    static double student(long freedom) {
        if (freedom <= FIRST_T.length) {
            return FIRST_T[(int) freedom - 1];
        }
        double z3 = Z * Z * Z;
        double z5 = z3 * Z * Z;
        double z7 = z5 * Z * Z;
        double v = freedom;
        return Z
                + (z3 + Z) / (4 * v)
                + (5 * z5 + 16 * z3 + 3 * Z) / (96 * v * v)
                + (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * v * v * v);
    }
}
