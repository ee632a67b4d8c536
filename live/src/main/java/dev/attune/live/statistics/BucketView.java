package dev.attune.live.statistics;

import java.util.List;

/**
 * What happened in one step of a span.
 *
 * @param time when it began, in milliseconds since 1970
 * @param decisions made
 * @param exploring of these, how many chose an arm that was not thought to be best
 * @param rewards learnt
 * @param settings in force, for each hyperparameter; empty if there was no decision
 * @param arms how often each of the shown arms was chosen
 * @param otherArms how often all others were
 * @param regret sum of best minus chosen mean as estimated; NaN if there is no estimate
 * @param expired decisions that ended without a reward
 */
public record BucketView(
        long time,
        long decisions,
        long exploring,
        Estimate rewards,
        List<SettingRange> settings,
        List<Long> arms,
        long otherArms,
        double regret,
        long expired) {
    /** A hyperparameter in force: mean, smallest and largest value. */
    public record SettingRange(String name, double mean, double min, double max) {}
}
