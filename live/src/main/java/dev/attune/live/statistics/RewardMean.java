package dev.attune.live.statistics;

import dev.attune.api.RewardRange;
import dev.attune.math.Normal;
import dev.attune.math.StudentT;

/**
 * A mean of rewards with its 95 % interval.
 *
 * @param mean the estimate; NaN if unknown
 * @param low lower end; NaN if unknown
 * @param high upper end; NaN if unknown
 * @param n number of rewards
 */
public record RewardMean(double mean, double low, double high, long n) {
    static final RewardMean UNKNOWN = new RewardMean(Double.NaN, Double.NaN, Double.NaN, 0);

    private static final double Z = Normal.Z_975;
    private static final double ROUNDING = 1e-6;

    static RewardMean around(double mean, double error, long n) {
        return new RewardMean(mean, mean - Z * error, mean + Z * error, n);
    }

    /**
     * Returns the mean of rewards: with Wilson's interval if all of them lie at the ends of their range, as clicks do, otherwise with
     * Student's. Wilson's is valid even if none or all were clicked.
     */
    static RewardMean of(Moments y, RewardRange range) {
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
            return new RewardMean(y.mean, Double.NaN, Double.NaN, 1);
        }
        double margin = StudentT.quantile975(y.n - 1) * Math.sqrt(y.m2 / (y.n - 1) / y.n);
        return new RewardMean(y.mean, y.mean - margin, y.mean + margin, y.n).within(range);
    }

    /** Returns the same mean with the part of its interval that is possible. */
    RewardMean within(RewardRange range) {
        return new RewardMean(mean, Math.max(range.low(), low), Math.min(range.high(), high), n);
    }

    private static RewardMean wilson(Moments y, double p, RewardRange range, double width) {
        double z2 = Z * Z / y.n;
        double centre = (p + z2 / 2) / (1 + z2);
        double margin = Z / (1 + z2) * Math.sqrt(p * (1 - p) / y.n + z2 / y.n / 4);
        return new RewardMean(
                y.mean,
                range.low() + width * Math.max(0, centre - margin),
                range.low() + width * Math.min(1, centre + margin),
                y.n);
    }
}
