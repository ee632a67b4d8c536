package dev.attune.lab.report;

import dev.attune.math.Normal;
import dev.attune.math.RoundRandom;
import dev.attune.math.StudentT;
import java.util.Arrays;

/**
 * The bootstrap's percentile interval of a mean, with the levels widened for few values.
 *
 * <p>The plain interval is too short for few values: 95 % means 84 % with five. So its level is taken from Student's t:
 * Phi(-sqrt(n / (n - 1)) t) at each end in place of 0.025, the expanded percentile interval of Hesterberg, "What
 * teachers should know about the bootstrap", The American Statistician 69 (2015). For normal values it covers the mean
 * in 92 % of samples of five and in 94 % of eight and more (measured). No interval of this kind leaves the range of the
 * values, so for fewer than five it still covers too seldom: 50, 74 and 87 %.
 *
 * <p>Resamples are a function of the number of values: the same values always give the same interval.
 */
final class Bootstrap {
    static final int RESAMPLES = 10_000;
    private static final long SEED = 0x617474756E65L; // "attune"

    private Bootstrap() {}

    /** Returns the 95 % interval of the mean; NaN for fewer than two values. */
    static Interval mean(double[] values) {
        int n = values.length;
        if (n < 2) {
            return Interval.NONE;
        }
        RoundRandom random = new RoundRandom(SEED, n);
        double[] means = new double[RESAMPLES];
        for (int b = 0; b < RESAMPLES; b++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += values[random.nextInt(n)];
            }
            means[b] = sum / n;
        }
        return interval(means, n);
    }

    /**
     * The 95 % interval of any figure, from its values in resamples.
     *
     * @param resampled the figure in each resample
     * @param n number of values that were resampled
     */
    static Interval interval(double[] resampled, int n) {
        if (n < 2 || resampled.length < 2 || Arrays.stream(resampled).anyMatch(Double::isNaN)) {
            return Interval.NONE;
        }
        double[] sorted = resampled.clone();
        Arrays.sort(sorted);
        double level = Normal.cdf(-Math.sqrt(n / (n - 1.0)) * StudentT.quantile975(n - 1));
        return new Interval(quantile(sorted, level), quantile(sorted, 1 - level));
    }

    private static double quantile(double[] sorted, double level) {
        double place = level * (sorted.length - 1);
        int below = (int) Math.min(place, sorted.length - 2);
        double share = place - below;
        return sorted[below] * (1 - share) + sorted[below + 1] * share;
    }
}
