package dev.attune.live.statistics;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.attune.api.Control;
import dev.attune.catalog.BanditDefinition;
import dev.attune.live.statistics.Period.ExplorationCost;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bandit in one line.
 *
 * @param name of the bandit
 * @param policy name of its policy
 * @param tuner name of its tuner
 * @param paused whether it rejects requests for decisions
 * @param activity what it has done lately
 * @param health whether it needs attention
 * @param verdict whether it earns more than its control
 * @param trend of its rewards
 * @param alarms those that need attention until they are acknowledged, newest first
 */
public record Row(
        String name,
        String policy,
        String tuner,
        boolean paused,
        @JsonUnwrapped Activity activity,
        @JsonUnwrapped Health health,
        BanditVerdict verdict,
        Trend trend,
        List<Alarm> alarms) {
    private static final int TREND = 30; // points at most
    private static final long MINUTE = 60_000;
    private static final long SHORT_LIFE =
            12 * Span.TWELVE_HOURS.bucketMillis(); // until then longer steps are too few for a trend
    private static final long LONG_LIFE = 12 * Span.THIRTY_DAYS.bucketMillis();

    /**
     * What a bandit has done: counts since the beginning, estimates of the last 30 days.
     *
     * @param decisions number of decisions
     * @param decisionsPerSecond in the last minute
     * @param reward mean
     * @param random estimated reward of a random arm
     * @param uplift over a random arm, for each decision
     * @param waiting decisions that wait for rewards
     * @param expired decisions without a reward
     * @param exploringShare of the decisions; NaN if there was none
     * @param explorationCost cost of exploration
     * @param lastDecisionAt time of the last decision; null if there was none
     */
    public record Activity(
            long decisions,
            double decisionsPerSecond,
            RewardMean reward,
            RewardMean random,
            IntervalEstimate uplift,
            long waiting,
            long expired,
            double exploringShare,
            ExplorationCost explorationCost,
            @Nullable Long lastDecisionAt) {
        private Activity idle() {
            return new Activity(
                    decisions,
                    0,
                    reward,
                    random,
                    uplift,
                    waiting,
                    expired,
                    exploringShare,
                    explorationCost,
                    lastDecisionAt);
        }
    }

    /**
     * The trend of rewards.
     *
     * @param span which fits the age of the bandit
     * @param rewards mean rewards of complete steps, oldest first; unknown where there was none
     */
    public record Trend(
            String span, @JsonIgnoreProperties("n") List<RewardMean> rewards) {}

    /** Returns the line of a bandit at a time. */
    public static Row of(String name, Published bandit, long now, boolean waitingLimitNear) {
        StatisticsSnapshot statistics = bandit.statistics();
        Period days = statistics.during(TimeRange.last(Span.THIRTY_DAYS, now));
        Span span = trendSpan(now - statistics.firstDecision());
        Activity activity = new Activity(
                statistics.decisions(),
                perSecond(statistics, now),
                days.reward(),
                days.random(),
                days.uplift(),
                bandit.waiting(),
                statistics.expired(),
                days.exploringShare(),
                days.cost(),
                Period.timeOrNull(statistics.lastDecision()));
        BanditVerdict verdict = BanditVerdict.of(bandit);
        Health health = Health.of(bandit, verdict, now, waitingLimitNear);
        return new Row(
                name,
                bandit.policy(),
                bandit.tuner(),
                bandit.paused(),
                activity,
                health,
                verdict,
                new Trend(
                        span.text(),
                        statistics.during(TimeRange.last(span, now)).trend(TREND)),
                statistics.alarms().stream().filter(Alarm::needsAttention).toList());
    }

    /** Returns the line of a bandit of which only the counters are known, because it has not been in memory since the start. */
    public static Row unseen(
            String name, BanditDefinition bandit, Control control, boolean paused, BanditCounters counters) {
        return new Row(
                name,
                bandit.policy(),
                bandit.tuner(),
                paused,
                new Activity(
                        counters.decisions(),
                        0,
                        RewardMean.UNKNOWN,
                        RewardMean.UNKNOWN,
                        IntervalEstimate.UNKNOWN.overRandom(),
                        counters.waiting(),
                        counters.expired(),
                        Double.NaN,
                        ExplorationCost.unknown(Double.NaN),
                        null),
                new Health(paused ? Health.State.PAUSED : Health.State.IDLE, ""),
                BanditVerdict.unknown(control, "no decision since the service was started"),
                new Trend(Span.THIRTY_DAYS.text(), List.of()),
                List.of());
    }

    /** Returns the line of the same bandit at a later time, if nothing has happened since. */
    public Row later(long now) {
        Long last = activity.lastDecisionAt;
        return new Row(
                name,
                policy,
                tuner,
                paused,
                activity.idle(),
                alarms.isEmpty() ? health.later(last == null ? 0 : last, now) : health,
                verdict,
                trend,
                alarms);
    }

    private static double perSecond(StatisticsSnapshot statistics, long now) {
        long step = Span.TEN_MINUTES.bucketMillis();
        long from = Math.floorDiv(Math.max(now - MINUTE, statistics.firstDecision()), step) * step;
        long lived = Math.max(step, now - from);
        TimeRange last = new TimeRange(Span.TEN_MINUTES, Math.min(from, now), now);
        return 1000.0 * statistics.during(last).decisions() / lived;
    }

    private static Span trendSpan(long age) {
        return age < SHORT_LIFE ? Span.TEN_MINUTES : age < LONG_LIFE ? Span.TWELVE_HOURS : Span.THIRTY_DAYS;
    }
}
