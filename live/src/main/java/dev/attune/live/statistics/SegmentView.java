package dev.attune.live.statistics;

import java.util.List;

/**
 * The values of a context feature with what was chosen and earned, since each value is among the most frequent.
 *
 * @param feature name of the feature
 * @param values the most frequent first
 */
public record SegmentView(String feature, List<ValueView> values) {
    /**
     * One value of the feature.
     *
     * @param value as text
     * @param decisions number of decisions
     * @param exploring number of these whose arm was not the estimated best
     * @param reward mean of its rewards
     * @param random value of a random arm
     * @param uplift reward beyond that of a random arm
     * @param arms the most frequent first, of those that came first
     * @param otherArms decisions of all other arms
     */
    public record ValueView(
            String value,
            long decisions,
            long exploring,
            RewardMean reward,
            RewardMean random,
            IntervalEstimate uplift,
            List<ArmCount> arms,
            long otherArms) {}

    /** The number of choices of an arm. */
    public record ArmCount(String id, long decisions) {}
}
