package dev.attune.live.statistics;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A change that was detected. One that needs attention stays until somebody acknowledges it.
 *
 * @param id its number in the bandit, from 1
 * @param time of the detection, in milliseconds since 1970
 * @param kind of the change
 * @param since estimated begin of the change; of the first replacement if there were several; the same as the time if
 *     there was one
 * @param before mean reward before a fall, or share of decisions that were rewarded; NaN for the other kinds
 * @param after the same since the fall
 * @param count number of rewards since the fall; of decisions since then, if rewards are missing; of rewards learnt
 *     when the model was replaced, or
 *     between the first replacement and the last
 * @param acknowledged by whom and when; null if it is not
 */
public record Alarm(
        long id,
        long time,
        Kind kind,
        long since,
        double before,
        double after,
        long count,
        @Nullable Acknowledgement acknowledged) {
    /** Replacements of a model within {@link #BURST_REWARDS} rewards that need attention. */
    static final int BURST = 3;

    /**
     * In a world that does not change a model is replaced at most once in about e^10 = 22,000 rewards, and more
     * rarely the older it
     * is, so that another two within 1,000 have a chance of about 1 in 1,000.
     */
    static final int BURST_REWARDS = 1_000;

    private static final long LAST_SECOND = 253_402_300_799L; // of the year 9999

    /** Kinds of changes. Saved by their order. */
    public enum Kind {
        /** Rewards are lower than in the trailing period. */
        REWARDS_FELL(true),
        /** Fewer decisions are rewarded than in the trailing period. */
        REWARDS_MISSING(true),
        /** A younger model predicts better and has replaced the one in force. */
        MODEL_REPLACED(false),
        /** The model was replaced several times in a short time. */
        MODEL_REPLACED_OFTEN(true);

        private final boolean attention;

        Kind(boolean attention) {
            this.attention = attention;
        }

        /** Returns whether an operator should look at such an alarm; otherwise it is information. */
        public boolean isForAttention() {
            return attention;
        }
    }

    /**
     * That an operator has seen an alarm.
     *
     * @param by the operator, such as the name of a key; may be empty
     * @param time in milliseconds since 1970
     */
    public record Acknowledgement(String by, long time) {}

    static final Alarm BLANK = replaced(0, 0, 0);

    /** Returns the alarm of a fall. */
    static Alarm fell(long id, long time, FallDetector.Fall fall) {
        return new Alarm(
                id,
                time,
                fall.missing() ? Kind.REWARDS_MISSING : Kind.REWARDS_FELL,
                fall.since(),
                fall.before(),
                fall.after(),
                fall.count(),
                null);
    }

    /** Returns the alarm that the model was replaced. */
    static Alarm replaced(long id, long time, long rewards) {
        return new Alarm(id, time, Kind.MODEL_REPLACED, time, Double.NaN, Double.NaN, rewards, null);
    }

    /** Returns the alarm that the model was replaced several times. */
    static Alarm replacedOften(long id, Alarm first, Alarm last) {
        return new Alarm(
                id,
                last.time,
                Kind.MODEL_REPLACED_OFTEN,
                first.time,
                Double.NaN,
                Double.NaN,
                last.count - first.count,
                null);
    }

    /** Returns whether an operator should look at it: it is no mere information, and is not acknowledged. */
    @JsonProperty("attention")
    public boolean needsAttention() {
        return kind.attention && acknowledged == null;
    }

    Alarm acknowledged(String by, long at) {
        return new Alarm(id, time, kind, since, before, after, count, new Acknowledgement(by, at));
    }

    Alarm transfer(SavedFields saved) {
        long number = saved.count(id);
        long at = saved.any(time);
        Kind of = saved.constant(kind, Kind.values());
        long begin = saved.any(since);
        double level = saved.optional(before);
        double now = saved.optional(after);
        long rewards = saved.count(count);
        boolean seen = saved.whole(acknowledged == null ? 0 : 1, 1) == 1;
        Acknowledgement by = seen
                ? new Acknowledgement(
                        saved.text(acknowledged == null ? "" : acknowledged.by),
                        saved.any(acknowledged == null ? 0 : acknowledged.time))
                : null;
        return new Alarm(number, at, of, begin, level, now, rewards, by);
    }

    /** Returns a readable sentence. */
    @JsonProperty
    public String message() {
        return switch (kind) {
            case REWARDS_FELL ->
                String.format(
                        Locale.ROOT,
                        "the mean reward fell from %s to %s%s, in the last %,d rewards",
                        number(before),
                        number(after),
                        before > 0 ? " (by " + Math.round(100 * (before - after) / before) + " %)" : "",
                        count);
            case REWARDS_MISSING ->
                String.format(
                        Locale.ROOT,
                        "only %s of the last %,d decisions have a reward, where %s had one before",
                        ChoiceReason.percent(after),
                        count,
                        ChoiceReason.percent(before));
            case MODEL_REPLACED ->
                String.format(
                        Locale.ROOT,
                        "the model was replaced by a younger one, which had predicted the last rewards better, after %,d rewards",
                        count);
            case MODEL_REPLACED_OFTEN ->
                String.format(
                        Locale.ROOT,
                        "the model was replaced %d times within %,d rewards: its predictions cannot be trusted until it has learnt %,d more without a replacement",
                        BURST,
                        count,
                        BURST_REWARDS);
        };
    }

    /** Returns what to do, in one or two sentences; empty if nothing. */
    @JsonProperty
    public String action() {
        return switch (kind) {
            case REWARDS_FELL ->
                "Check what sends rewards, and what changed at that time: a release, a price, the arms, the visitors. "
                        + "If the old level is gone for good, acknowledge the alarm: the bandit goes on from the new one.";
            case REWARDS_MISSING ->
                "Check what sends rewards: whether it still runs, uses the ids of the decisions, and is not later than the window. "
                        + "Decisions without a reward are not learnt from.";
            case MODEL_REPLACED -> "";
            case MODEL_REPLACED_OFTEN ->
                "Check whether rewards and features mean the same as before, at that time and now. "
                        + "Pause the bandit if its choices do harm until predictions hold again.";
        };
    }

    private static String number(double value) {
        double size = Math.abs(value);
        int decimals = size > 0 && size < 100 ? (int) Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(size)))) : 0;
        return size < 1e12
                ? String.format(Locale.ROOT, "%,." + decimals + "f", value)
                : String.format(Locale.ROOT, "%.2e", value);
    }

    /** Returns a time to the minute. */
    static String minute(long millis) {
        long seconds = Math.min(LAST_SECOND, Math.max(0, millis / 1000));
        LocalDateTime minute =
                LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC).withSecond(0);
        return minute.toString().replace('T', ' ') + " UTC";
    }
}
