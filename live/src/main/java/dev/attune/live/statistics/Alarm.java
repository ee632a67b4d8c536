package dev.attune.live.statistics;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * A sign that the world has changed.
 *
 * @param time of the detection, in milliseconds since 1970
 * @param kind of the change
 * @param since estimated begin of the change; the same as the time if the model was replaced
 * @param rewards number of rewards learnt when the model was replaced; 0 for the other kinds
 */
public record Alarm(
        long time, Kind kind, long since, @JsonIgnore long rewards) {
    private static final long LAST_SECOND = 253_402_300_799L; // of the year 9999

    /** Kinds of changes. Saved by their order. */
    public enum Kind {
        /** Rewards are higher than predicted. */
        REWARDS_HIGHER,
        /** Rewards are lower than predicted. */
        REWARDS_LOWER,
        /** A younger model predicts better and has replaced the one in force. */
        MODEL_REPLACED
    }

    /** Returns the alarm that rewards differ from what is predicted. */
    static Alarm rewards(long time, long since, boolean lower) {
        return new Alarm(time, lower ? Kind.REWARDS_LOWER : Kind.REWARDS_HIGHER, since, 0);
    }

    /** Returns the alarm that the model was replaced. */
    static Alarm replaced(long time, long rewards) {
        return new Alarm(time, Kind.MODEL_REPLACED, time, rewards);
    }

    Alarm transfer(SavedFields saved) {
        long at = saved.any(time);
        long second = saved.any(kind == Kind.MODEL_REPLACED ? rewards : since);
        Kind of = saved.constant(kind, Kind.values());
        return of == Kind.MODEL_REPLACED ? replaced(at, second) : new Alarm(at, of, second, 0);
    }

    /** Returns a readable sentence. */
    @JsonProperty
    public String message() {
        if (kind == Kind.MODEL_REPLACED) {
            return String.format(
                    Locale.ROOT,
                    "the world changed: the model was replaced by a younger one after %,d rewards",
                    rewards);
        }
        return "rewards have been " + (kind == Kind.REWARDS_LOWER ? "lower" : "higher") + " than predicted since "
                + minute(since);
    }

    /** Returns a time to the minute. */
    static String minute(long millis) {
        long seconds = Math.min(LAST_SECOND, Math.max(0, millis / 1000));
        LocalDateTime minute =
                LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC).withSecond(0);
        return minute.toString().replace('T', ' ') + " UTC";
    }
}
