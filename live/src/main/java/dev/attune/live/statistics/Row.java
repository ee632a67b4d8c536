package dev.attune.live.statistics;

import dev.attune.live.statistics.StatisticsSnapshot.ExplorationCost;
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
 * @param verdict on the last 30 days
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
        Health health,
        BanditVerdict verdict) {
    private static final int TREND = 30; // points at most
    private static final long MINUTE = 60_000;
    private static final long SHORT_LIFE =
            12 * Span.TWELVE_HOURS.bucketMillis(); // until then longer steps are too few for a trend
    private static final long LONG_LIFE = 12 * Span.THIRTY_DAYS.bucketMillis();

    /**
     * What a bandit has done in the last 30 days.
     *
     * @param decisionsPerSecond in the last minute
     * @param reward mean
     * @param random estimated reward of a random arm
     * @param uplift over a random arm, for each decision
     * @param exploringShare of the decisions; NaN if there was none
     * @param cost of exploration
     * @param lastDecision time of the last decision; 0 if there was none
     * @param trendSpan the span of the trend, which fits the age of the bandit
     * @param trend mean rewards of complete steps, oldest first; unknown where there was none
     */
    public record Activity(
            double decisionsPerSecond,
            IntervalEstimate reward,
            IntervalEstimate random,
            IntervalEstimate uplift,
            double exploringShare,
            ExplorationCost cost,
            long lastDecision,
            Span trendSpan,
            List<IntervalEstimate> trend) {
        private static final Activity UNKNOWN = new Activity(
                0,
                IntervalEstimate.UNKNOWN,
                IntervalEstimate.UNKNOWN,
                IntervalEstimate.UNKNOWN,
                Double.NaN,
                new ExplorationCost(
                        IntervalEstimate.UNKNOWN, Double.NaN, IntervalEstimate.UNKNOWN, IntervalEstimate.UNKNOWN),
                0,
                Span.THIRTY_DAYS,
                List.of());

        /** Copies the list. */
        public Activity {
            trend = List.copyOf(trend);
        }

        private Activity idle() {
            return new Activity(0, reward, random, uplift, exploringShare, cost, lastDecision, trendSpan, trend);
        }
    }

    /** Returns the line of a bandit at a time. */
    public static Row of(String name, Published bandit, long now, boolean waitingLimitNear) {
        StatisticsSnapshot statistics = bandit.statistics();
        TimeRange days = TimeRange.last(Span.THIRTY_DAYS, now);
        Span trendSpan = trendSpan(now - statistics.firstDecision());
        Activity activity = new Activity(
                perSecond(statistics, now),
                statistics.reward(days),
                statistics.random(days),
                statistics.uplift(days),
                statistics.exploringShare(days),
                statistics.cost(days),
                statistics.lastDecision(),
                trendSpan,
                statistics.trend(TimeRange.last(trendSpan, now), TREND));
        Health health = Health.of(bandit, now, waitingLimitNear);
        return new Row(
                name,
                bandit.policy(),
                bandit.tuner(),
                bandit.paused(),
                statistics.decisions(),
                bandit.waiting(),
                statistics.expired(),
                activity,
                health,
                BanditVerdict.of(bandit, health, days));
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
                new Health(paused ? Health.State.PAUSED : Health.State.IDLE, ""),
                new BanditVerdict(
                        BanditVerdict.State.UNCLEAR,
                        "Cannot tell yet: no decision since the service was started.",
                        "",
                        "counters only"));
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
                health.later(activity.lastDecision, now),
                verdict);
    }

    private static double perSecond(StatisticsSnapshot statistics, long now) {
        long step = Span.TEN_MINUTES.bucketMillis();
        long from = Math.floorDiv(Math.max(now - MINUTE, statistics.firstDecision()), step) * step;
        long lived = Math.max(step, now - from);
        return 1000.0 * statistics.decisions(new TimeRange(Span.TEN_MINUTES, Math.min(from, now), now)) / lived;
    }

    private static Span trendSpan(long age) {
        return age < SHORT_LIFE ? Span.TEN_MINUTES : age < LONG_LIFE ? Span.TWELVE_HOURS : Span.THIRTY_DAYS;
    }
}
