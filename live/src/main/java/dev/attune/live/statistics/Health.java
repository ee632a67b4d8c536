package dev.attune.live.statistics;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.attune.encode.Collisions;
import java.util.List;

/**
 * Whether a bandit needs attention.
 *
 * @param state of the bandit
 * @param reason reason for attention, one sentence; empty otherwise
 */
public record Health(
        @JsonProperty("health") State state,

        @JsonProperty("attention") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        String reason) {
    private static final long IDLE_MILLIS = 600_000;
    private static final long SILENT_MILLIS = 3_600_000;
    private static final long FEWEST_ENDINGS = 20;
    private static final double CROWDED = 0.5; // signed hashing bears less than that well
    private static final long COLLAPSE_MILLIS = 3_600_000;
    private static final long FEWEST_DECISIONS = 200; // of that time
    private static final double COLLAPSED = 0.99; // share of one arm
    private static final double SPREAD = 0.75; // its share in each step before
    private static final int SPREAD_STEPS = 8; // two days

    /** States of a bandit. */
    public enum State {
        /** No attention needed. */
        OK,
        /** No decision for ten minutes. */
        IDLE,
        /** It was paused by an operator. */
        PAUSED,
        /** An operator should look at it. */
        ATTENTION
    }

    /**
     * Returns the health of a bandit. Paused takes precedence over an alarm that is not acknowledged, which takes
     * precedence over idle, which takes precedence
     * over other reasons for attention.
     *
     * @param verdict whether it earns more than its control
     * @param waitingLimitNear whether the service has nearly as many waiting decisions as it may have
     */
    public static Health of(Published bandit, BanditVerdict verdict, long now, boolean waitingLimitNear) {
        if (bandit.paused()) {
            return new Health(State.PAUSED, "");
        }
        StatisticsSnapshot statistics = bandit.statistics();
        for (Alarm alarm : statistics.alarms()) {
            if (alarm.needsAttention()) {
                return new Health(State.ATTENTION, alarm.message());
            }
        }
        if (now - statistics.lastDecision() >= IDLE_MILLIS) {
            return new Health(State.IDLE, "");
        }
        String reason = reason(bandit, verdict, now, waitingLimitNear);
        return new Health(reason.isEmpty() ? State.OK : State.ATTENTION, reason);
    }

    Health later(long lastDecision, long now) {
        return state != State.PAUSED && now - lastDecision >= IDLE_MILLIS ? new Health(State.IDLE, "") : this;
    }

    private static String reason(Published bandit, BanditVerdict verdict, long now, boolean waitingLimitNear) {
        if (waitingLimitNear) {
            return "the service has nearly as many waiting decisions as it may have: send rewards, or shorten the window";
        }
        StatisticsSnapshot statistics = bandit.statistics();
        Period halfDay = statistics.during(TimeRange.last(Span.TWELVE_HOURS, now));
        RewardMean rewards = halfDay.reward();
        long expired = halfDay.expired();
        if (!bandit.defaultReward() && rewards.n() + expired >= FEWEST_ENDINGS && expired > rewards.n()) {
            return "more than half of the decisions of the last 12 hours ended without a reward, and there is no default reward";
        }
        if (statistics.lastReward() > 0
                && now - statistics.lastReward() >= SILENT_MILLIS
                && rewards.n() >= FEWEST_ENDINGS
                && statistics.lastDecision() > statistics.lastReward()) {
            return "no reward has been learnt for " + (now - statistics.lastReward()) / 60_000
                    + " minutes, though decisions go on: check what sends rewards";
        }
        if (verdict.state() == BanditVerdict.State.WORSE) {
            return verdict.control() + " would have earned more since the comparison began";
        }
        Period days = statistics.during(TimeRange.last(Span.THIRTY_DAYS, now));
        Period hour = statistics.during(TimeRange.between(Math.max(0, now - COLLAPSE_MILLIS), now, now));
        String collapsed = collapse(hour, days);
        if (!collapsed.isEmpty()) {
            return collapsed;
        }
        Collisions collisions = bandit.collisions();
        if (collisions.rate() > CROWDED) {
            return Math.round(100 * collisions.rate()) + " % of the " + collisions.keys()
                    + " features share a slot with another: a larger dimension of the encoder would tell them apart";
        }
        return "";
    }

    /**
     * Returns the reason if nearly all decisions of the last hour are for one arm, though that arm was chosen with others in every step of two days
     * before. A bandit that learns that one arm is best for all contexts comes to it in smaller steps.
     */
    private static String collapse(Period hour, Period days) {
        List<Period.ArmShare> recent = hour.arms();
        if (hour.decisions() < FEWEST_DECISIONS
                || recent.isEmpty()
                || recent.get(0).share() < COLLAPSED) {
            return "";
        }
        Period.ArmShare arm = recent.get(0);
        List<Period.Step> before = days.steps(List.of(arm)).stream()
                .filter(step -> step.complete() && step.decisions() >= FEWEST_DECISIONS)
                .toList();
        List<Period.Step> last = before.subList(Math.max(0, before.size() - SPREAD_STEPS), before.size());
        if (last.size() < SPREAD_STEPS
                || last.stream().anyMatch(step -> step.arms().get(0) > SPREAD * step.decisions())) {
            return "";
        }
        return "nearly all decisions of the last hour are for " + arm.id()
                + ", which was chosen with other arms before: check the features and arms that requests send";
    }
}
