package dev.attune.live.statistics;

import java.util.Optional;

/**
 * Watches reward minus predicted mean with a two-sided cumulative sum:
 *
 * <pre>
 *   first {@value #CALIBRATION} residuals: only their variance s^2 is learnt, and the model gets over its beginnings
 *   then blocks of B residuals:  z = sum of residuals / (s sqrt(B)), cut to [-{@value #CUT}, {@value #CUT}]
 *     up   = max(0, up + z - k)      down = max(0, down - z - k)      k = {@value #ALLOWANCE}
 *     alarm when one of them reaches h = {@value #THRESHOLD}; both begin anew
 *   B = max({@value #SHORTEST}, 10 (largest residual / s)^2), so that rare clicks give blocks that are nearly normal
 * </pre>
 *
 * <p>Designed for one false alarm in about 9,500 blocks while predictions are right: Siegmund's approximation, (exp(2 k b) - 2 k b
 * - 1) / (2 k^2) blocks with b = h + 1.166 for each of the two sides. With blocks of 50 that is one in about 480,000 rewards. As the
 * variance is estimated and rewards are not quite normal, one in 100,000 rewards is what is promised, and tested. A shift of the
 * mean by d standard deviations of a reward is noticed after about h / (d sqrt(B) - k) blocks.
 *
 * <p>E. S. Page: Continuous inspection schemes. Biometrika 41, 1954. D. Siegmund: Sequential analysis. Springer 1985.
 */
final class ChangeDetector {
    static final int CALIBRATION = 2_000;
    static final int SHORTEST = 50;
    static final double ALLOWANCE = 0.5;
    static final double THRESHOLD = 8;
    static final double CUT = 4;

    private static final double LARGEST = 1e120; // beyond it squares could not be summed
    private static final int LONGEST = 5_000;
    private static final double EVENTS = 10; // largest residuals that should fit into a block
    private static final long MEMORY = 10_000; // residuals that the variance remembers

    private long seen;
    private double mean;
    private double variance;
    private double largest2; // square of the largest residual

    private int block; // residuals in this block
    private int length; // residuals that it will have; 0 if none is begun
    private double sum;
    private long blockStart;

    private double up;
    private double down;
    private long upSince;
    private long downSince;

    /** Adds a residual; returns the alarm that it raises, if any. */
    Optional<Alarm> add(long time, double residual) {
        if (!(Math.abs(residual) <= LARGEST)) {
            return Optional.empty();
        }
        Optional<Alarm> alarm = seen < CALIBRATION ? Optional.empty() : watch(time, residual);
        seen++;
        double rate = 1.0 / Math.min(seen, MEMORY);
        double gap = residual - mean;
        mean += rate * gap;
        variance += rate * (gap * (residual - mean) - variance);
        largest2 = Math.max(largest2, residual * residual);
        return alarm;
    }

    private Optional<Alarm> watch(long time, double residual) {
        if (length == 0) {
            if (!(variance > 0)) {
                return Optional.empty();
            }
            length = (int) Math.min(LONGEST, Math.max(SHORTEST, Math.ceil(EVENTS * largest2 / variance)));
            blockStart = time;
        }
        sum += residual;
        if (++block < length) {
            return Optional.empty();
        }
        double z = Math.min(CUT, Math.max(-CUT, sum / Math.sqrt(variance * length)));
        sum = 0;
        block = 0;
        length = 0;
        return step(time, z);
    }

    private Optional<Alarm> step(long time, double z) {
        upSince = up == 0 ? blockStart : upSince;
        downSince = down == 0 ? blockStart : downSince;
        up = Math.max(0, up + z - ALLOWANCE);
        down = Math.max(0, down - z - ALLOWANCE);
        if (up < THRESHOLD && down < THRESHOLD) {
            return Optional.empty();
        }
        boolean lower = down >= THRESHOLD;
        up = 0;
        down = 0;
        return Optional.of(Alarm.rewards(time, lower ? downSince : upSince, lower));
    }

    void transfer(SavedFields saved) {
        seen = saved.count(seen);
        double[] numbers = saved.numbers(new double[] {mean, variance, largest2, sum, up, down});
        mean = numbers[0];
        variance = numbers[1];
        largest2 = numbers[2];
        sum = numbers[3];
        up = numbers[4];
        down = numbers[5];
        block = saved.whole(block, LONGEST);
        length = saved.whole(length, LONGEST);
        blockStart = saved.any(blockStart);
        upSince = saved.any(upSince);
        downSince = saved.any(downSince);
        saved.require(
                variance >= 0 && largest2 >= 0 && up >= 0 && down >= 0 && block <= length,
                "an invalid change detector");
    }
}
