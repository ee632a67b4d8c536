package dev.attune.live.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * A bandit in one line.
 *
 * @param name what people call it
 * @param policy name of its policy
 * @param tuner name of its tuner
 * @param paused whether it refuses to decide
 * @param decisions since the beginning
 * @param decisionsPerSecond in the last minute
 * @param reward mean of the last 30 days
 * @param uplift over a random arm in the last 30 days, for each decision
 * @param waiting decisions that wait for rewards
 * @param expired decisions without a reward since the beginning
 * @param exploringShare of the decisions of the last 12 hours; NaN if there was none
 * @param regretPerDay what exploring costs a day, going by the last 12 hours; NaN where it is not known
 * @param lastDecision when it last decided; 0 if never
 * @param health how it is doing
 * @param spark mean rewards of the last thirty steps, the last one under way; NaN where there was none
 */
public record Row(
        String name,
        String policy,
        String tuner,
        boolean paused,
        long decisions,
        double decisionsPerSecond,
        Estimate reward,
        Estimate uplift,
        long waiting,
        long expired,
        double exploringShare,
        double regretPerDay,
        long lastDecision,
        Health health,
        List<Double> spark) {
    private static final int SPARKS = 30;
    private static final long MINUTE = 60_000;

    /** Copies the list. */
    public Row {
        spark = List.copyOf(spark);
    }

    /** A bandit as it stands at a time. */
    public static Row of(String name, Published bandit, long now, boolean waitingLimitNear) {
        StatisticsSnapshot statistics = bandit.statistics();
        return new Row(
                name,
                bandit.policy(),
                bandit.tuner(),
                bandit.paused(),
                statistics.decisions(),
                perSecond(statistics, now),
                statistics.reward(Span.THIRTY_DAYS, now),
                statistics.uplift(Span.THIRTY_DAYS, now),
                bandit.waiting(),
                statistics.expired(),
                statistics.exploringShare(Span.TWELVE_HOURS, now),
                statistics.cost(Span.TWELVE_HOURS, now).perDay().value(),
                statistics.lastDecision(),
                Health.of(bandit, now, waitingLimitNear),
                spark(statistics, now));
    }

    /** A bandit of which nothing is known but its counts, because it has not been in memory since the start. */
    public static Row unseen(
            String name, String policy, String tuner, boolean paused, long decisions, long waiting, long expired) {
        return new Row(
                name,
                policy,
                tuner,
                paused,
                decisions,
                0,
                Estimate.UNKNOWN,
                Estimate.UNKNOWN,
                waiting,
                expired,
                Double.NaN,
                Double.NaN,
                0,
                new Health(paused ? Health.State.PAUSED : Health.State.IDLE, ""),
                List.of());
    }

    /** The same bandit, to which nothing has happened since but time. */
    public Row later(long now) {
        return new Row(
                name,
                policy,
                tuner,
                paused,
                decisions,
                0,
                reward,
                uplift,
                waiting,
                expired,
                exploringShare,
                regretPerDay,
                lastDecision,
                health.later(lastDecision, now),
                spark);
    }

    private static double perSecond(StatisticsSnapshot statistics, long now) {
        long step = Span.TEN_MINUTES.bucketMillis();
        long from = Math.max(now - MINUTE, statistics.firstDecision());
        long lived = Math.max(step, now - Math.floorDiv(from, step) * step);
        return 1000.0 * statistics.decisionsSince(Span.TEN_MINUTES, from) / lived;
    }

    /** In steps that fit the age of the bandit: a new one is seen to learn, an old one to have learnt. */
    private static List<Double> spark(StatisticsSnapshot statistics, long now) {
        long age = now - statistics.firstDecision();
        Span span = Span.THIRTY_DAYS;
        if (age < SPARKS * Span.TEN_MINUTES.bucketMillis() * 4) {
            span = Span.TEN_MINUTES;
        } else if (age < SPARKS * Span.TWELVE_HOURS.bucketMillis() * 4) {
            span = Span.TWELVE_HOURS;
        }
        List<Double> means = new ArrayList<>();
        long first = Math.floorDiv(now, span.bucketMillis()) * span.bucketMillis() - (SPARKS - 1) * span.bucketMillis();
        for (int i = 0; i < SPARKS; i++) {
            means.add(Double.NaN);
        }
        for (BucketView bucket : statistics.buckets(span, now, List.of())) {
            long place = (bucket.time() - first) / span.bucketMillis();
            if (bucket.time() >= first && place < SPARKS) {
                means.set((int) place, bucket.rewards().value());
            }
        }
        return means;
    }
}
