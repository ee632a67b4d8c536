package dev.attune.live.statistics;

import dev.attune.api.RewardRange;
import dev.attune.api.SettingSpace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Statistics of a bandit at one moment. Immutable. Time is an argument. */
public final class StatisticsSnapshot {
    final SettingSpace space;
    final RewardRange range;
    final Map<Span, List<Timeline.Bucket>> buckets = new EnumMap<>(Span.class);
    private final Tally all;
    final Map<String, FrequentArms.Entry> arms;
    private final PropensityHistogram propensities;
    private final List<RecentDecision> recent;
    private final List<SegmentView> segments;
    private final List<Alarm> alarms; // oldest first
    private final ControlComparison comparison; // a copy, which does not change
    final double shift;
    final long firstDecision;
    private final long lastDecision;
    private final long lastReward;

    StatisticsSnapshot(BanditStatistics of) {
        this.space = of.space;
        this.range = of.range;
        of.timelines.forEach(timeline -> buckets.put(timeline.span(), timeline.snapshot(of.arms)));
        this.all = of.all.copy();
        this.arms = of.arms.copy();
        this.propensities = of.propensities.copy();
        this.recent = of.recent.newestFirst();
        this.segments = of.segments.snapshot(of.range, of.shift);
        this.alarms = List.copyOf(of.alarms);
        this.comparison = of.comparison.copy();
        this.shift = of.shift;
        this.firstDecision = of.firstDecision;
        this.lastDecision = of.lastDecision;
        this.lastReward = of.lastReward;
    }

    /** Returns the number of decisions since the beginning. */
    public long decisions() {
        return all.decisions;
    }

    /** Returns the number of decisions that expired since the beginning. */
    public long expired() {
        return all.expired;
    }

    /** Returns the time of the last decision; 0 if there was none. */
    public long lastDecision() {
        return lastDecision;
    }

    /** Returns the time of the first decision; 0 if there was none. */
    public long firstDecision() {
        return firstDecision;
    }

    /** Returns when a reward was last learnt; 0 if unknown or never. */
    public long lastReward() {
        return lastReward;
    }

    /** Returns the probabilities with which arms were chosen. */
    public PropensityHistogram propensities() {
        return propensities;
    }

    /** Returns the number of rewarded decisions of known weight. */
    public long weighted() {
        return all.weights.n;
    }

    /** Returns the effective size of the sample of {@link #weighted} decisions for the value of a random arm. */
    public double effectiveSampleSize() {
        return all.weights.effectiveSampleSize();
    }

    /** Returns the last decisions, newest first. */
    public List<RecentDecision> recent() {
        return recent;
    }

    /** Returns rewards and arms by the values of context features. */
    public List<SegmentView> segments() {
        return segments;
    }

    /** Returns whether rewards can be negative, so that shares of them say nothing. */
    public boolean signed() {
        return range.low() < 0;
    }

    /** Returns the last twenty alarms, newest first. */
    public List<Alarm> alarms() {
        List<Alarm> newest = new ArrayList<>(alarms);
        Collections.reverse(newest); // of alarms at the same time, the last one first
        newest.sort(Comparator.comparingLong(Alarm::time).reversed());
        return newest;
    }

    /** Returns what is known of the difference to the control. */
    ControlComparison comparison() {
        return comparison;
    }

    /** Returns the statistics of a range of time. */
    public Period during(TimeRange time) {
        return new Period(this, time);
    }
}
