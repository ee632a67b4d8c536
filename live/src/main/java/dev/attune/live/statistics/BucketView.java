package dev.attune.live.statistics;

import java.util.List;
import java.util.Map;

/**
 * One step of a span.
 *
 * @param time of its begin, in milliseconds since 1970
 * @param decisions made
 * @param exploring number of these whose arm was not the estimated best
 * @param rewards learnt
 * @param setting the values in force of each hyperparameter; empty if there was no decision
 * @param arms number of choices of each of the shown arms
 * @param otherArms number of choices of all others
 * @param regret sum of best minus chosen mean as estimated; NaN if there is no estimate
 * @param expired decisions that ended without a reward
 * @param complete whether the step is over; one that is not shows chance more than change
 */
public record BucketView(
        long time,
        long decisions,
        long exploring,
        RewardMean rewards,
        Map<String, SettingRange> setting,
        List<Long> arms,
        long otherArms,
        double regret,
        long expired,
        boolean complete) {
    /**
     * The values of a hyperparameter that were in force.
     *
     * @param mean of all
     * @param min the smallest
     * @param low the quantile of 10 %; NaN if it is not known, as are the next two
     * @param median of all
     * @param high the quantile of 90 %
     * @param max the largest
     */
    public record SettingRange(double mean, double min, double low, double median, double high, double max) {}
}
