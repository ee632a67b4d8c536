package dev.attune.live.statistics;

import dev.attune.encode.Collisions;
import java.util.Locale;

/**
 * How a bandit is doing.
 *
 * @param state in one word
 * @param reason why it needs attention, one sentence; empty otherwise
 */
public record Health(State state, String reason) {
    private static final long IDLE_MILLIS = 600_000;
    private static final long ALARM_MILLIS = 3_600_000;
    private static final long FEWEST_ENDINGS = 20;
    private static final double CROWDED = 0.5; // signed hashing bears less than that well

    /** In one word. */
    public enum State {
        /** All is well. */
        OK,
        /** No decision for ten minutes. */
        IDLE,
        /** It refuses to decide because somebody said so. */
        PAUSED,
        /** Somebody should look. */
        ATTENTION;

        /** In small letters. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Judges a bandit. Paused and idle go before attention: nobody need look at what does not run.
     *
     * @param waitingLimitNear whether the service has nearly as many waiting decisions as it may have
     */
    public static Health of(Published bandit, long now, boolean waitingLimitNear) {
        if (bandit.paused()) {
            return new Health(State.PAUSED, "");
        }
        StatisticsSnapshot statistics = bandit.statistics();
        if (now - statistics.lastDecision() >= IDLE_MILLIS) {
            return new Health(State.IDLE, "");
        }
        String reason = reason(bandit, now, waitingLimitNear);
        return new Health(reason.isEmpty() ? State.OK : State.ATTENTION, reason);
    }

    Health later(long lastDecision, long now) {
        return state != State.PAUSED && now - lastDecision >= IDLE_MILLIS ? new Health(State.IDLE, "") : this;
    }

    private static String reason(Published bandit, long now, boolean waitingLimitNear) {
        if (waitingLimitNear) {
            return "the service has nearly as many waiting decisions as it may have: send rewards, or shorten the window";
        }
        StatisticsSnapshot statistics = bandit.statistics();
        for (Alarm alarm :
                statistics.alarms()) { // higher rewards and a replaced model are news, but no reason to worry
            if (alarm.kind() == Alarm.Kind.LOWER && now - alarm.time() < ALARM_MILLIS) {
                return alarm.message();
            }
        }
        Estimate rewards = statistics.reward(Span.TWELVE_HOURS, now);
        long expired = statistics.expired(Span.TWELVE_HOURS, now);
        if (!bandit.defaultReward() && rewards.n() + expired >= FEWEST_ENDINGS && expired > rewards.n()) {
            return "more than half of the decisions of the last 12 hours ended without a reward, and none stands in for it";
        }
        if (statistics.uplift(Span.THIRTY_DAYS, now).high() < 0) {
            return "a random arm would have earned more in the last 30 days";
        }
        Collisions collisions = bandit.collisions();
        if (collisions.rate() > CROWDED) {
            return Math.round(100 * collisions.rate()) + " % of the " + collisions.keys()
                    + " features share a slot with another: a larger dimension of the encoder would tell them apart";
        }
        return "";
    }
}
