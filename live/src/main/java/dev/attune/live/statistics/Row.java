package dev.attune.live.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A bandit in one line.
 *
 * @param name of the bandit
 * @param policy name of its policy
 * @param tuner name of its tuner
 * @param paused whether it rejects requests for decisions
 * @param decisions since the beginning
 * @param waiting decisions that wait for rewards
 * @param expired decisions without a reward since the beginning
 * @param activity what it has done lately
 * @param health whether it needs attention
 */
public record Row(
        String name,
        String policy,
        String tuner,
        boolean paused,
        long decisions,
        long waiting,
        long expired,
        Activity activity,
        Health health) {
    private static final int SPARKS = 30;
    private static final long MINUTE = 60_000;

    /**
     * What a bandit has done lately.
     *
     * @param decisionsPerSecond in the last minute
     * @param reward mean of the last 30 days
     * @param uplift over a random arm in the last 30 days, for each decision
     * @param exploringShare of the decisions of the last 12 hours; NaN if there was none
     * @param regretPerDay cost of exploration a day, from the last 12 hours; NaN if unknown
     * @param lastDecision time of the last decision; 0 if there was none
     * @param spark mean rewards of the last thirty steps, the current one included; NaN where there was none
     */
    public record Activity(
            double decisionsPerSecond,
            IntervalEstimate reward,
            IntervalEstimate uplift,
            double exploringShare,
            double regretPerDay,
            long lastDecision,
            List<Double> spark) {
        private static final Activity UNKNOWN = new Activity(
                0, IntervalEstimate.UNKNOWN, IntervalEstimate.UNKNOWN, Double.NaN, Double.NaN, 0, List.of());

        /** Copies the list. */
        public Activity {
            spark = List.copyOf(spark);
        }

        private Activity idle() {
            return new Activity(0, reward, uplift, exploringShare, regretPerDay, lastDecision, spark);
        }
    }

    /** Returns the line of a bandit at a time. */
    public static Row of(String name, Published bandit, long now, boolean waitingLimitNear) {
        StatisticsSnapshot statistics = bandit.statistics();
        Activity activity = new Activity(
                perSecond(statistics, now),
                statistics.reward(Span.THIRTY_DAYS, now),
                statistics.uplift(Span.THIRTY_DAYS, now),
                statistics.exploringShare(Span.TWELVE_HOURS, now),
                statistics.cost(Span.TWELVE_HOURS, now).perDay().value(),
                statistics.lastDecision(),
                spark(statistics, now));
        return new Row(
                name,
                bandit.policy(),
                bandit.tuner(),
                bandit.paused(),
                statistics.decisions(),
                bandit.waiting(),
                statistics.expired(),
                activity,
                Health.of(bandit, now, waitingLimitNear));
    }

    /** Returns the line of a bandit of which only the counters are known, because it has not been in memory since the start. */
    public static Row unseen(String name, String policy, String tuner, boolean paused, BanditCounters counters) {
        return new Row(
                name,
                policy,
                tuner,
                paused,
                counters.decisions(),
                counters.waiting(),
                counters.expired(),
                Activity.UNKNOWN,
                new Health(paused ? Health.State.PAUSED : Health.State.IDLE, ""));
    }

    /** Returns the line of the same bandit at a later time, if nothing has happened since. */
    public Row later(long now) {
        return new Row(
                name,
                policy,
                tuner,
                paused,
                decisions,
                waiting,
                expired,
                activity.idle(),
                health.later(activity.lastDecision, now));
    }

    private static double perSecond(StatisticsSnapshot statistics, long now) {
        long step = Span.TEN_MINUTES.bucketMillis();
        long from = Math.max(now - MINUTE, statistics.firstDecision());
        long lived = Math.max(step, now - Math.floorDiv(from, step) * step);
        return 1000.0 * statistics.decisionsSince(Span.TEN_MINUTES, from) / lived;
    }

    /** Returns mean rewards in steps that fit the age of the bandit: short ones for a new bandit, long ones for an old one. */
    private static List<Double> spark(StatisticsSnapshot statistics, long now) {
        long age = now - statistics.firstDecision();
        Span span = Span.THIRTY_DAYS;
        if (age < SPARKS * Span.TEN_MINUTES.bucketMillis() * 4) {
            span = Span.TEN_MINUTES;
        } else if (age < SPARKS * Span.TWELVE_HOURS.bucketMillis() * 4) {
            span = Span.TWELVE_HOURS;
        }
        List<Double> means = new ArrayList<>(Collections.nCopies(SPARKS, Double.NaN));
        long first = Math.floorDiv(now, span.bucketMillis()) * span.bucketMillis() - (SPARKS - 1) * span.bucketMillis();
        for (BucketView bucket : statistics.buckets(span, now, List.of())) {
            long place = (bucket.time() - first) / span.bucketMillis();
            if (bucket.time() >= first && place < SPARKS) {
                means.set((int) place, bucket.rewards().value());
            }
        }
        return means;
    }
}
