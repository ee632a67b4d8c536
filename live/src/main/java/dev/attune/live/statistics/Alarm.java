package dev.attune.live.statistics;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
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
public record Alarm(long time, Kind kind, long since, long rewards) {
    private static final long LAST_SECOND = 253_402_300_799L; // of the year 9999

    /** Kinds of changes. */
    public enum Kind {
        /** Rewards are higher than predicted. */
        HIGHER("rewards-higher", 0),
        /** Rewards are lower than predicted. */
        LOWER("rewards-lower", 1),
        /** A younger model predicts better and has replaced the one in force. */
        REPLACED("model-replaced", 2);

        private final String text;
        private final int code; // in saved state

        Kind(String text, int code) {
            this.text = text;
            this.code = code;
        }

        /** Returns its name in JSON. */
        public String text() {
            return text;
        }
    }

    /** Returns the alarm that rewards differ from what is predicted. */
    static Alarm rewards(long time, long since, boolean lower) {
        return new Alarm(time, lower ? Kind.LOWER : Kind.HIGHER, since, 0);
    }

    /** Returns the alarm that the model was replaced. */
    static Alarm replaced(long time, long rewards) {
        return new Alarm(time, Kind.REPLACED, time, rewards);
    }

    void write(StateWriter out) {
        out.writeLong(time);
        out.writeLong(kind == Kind.REPLACED ? rewards : since);
        out.writeInt(kind.code);
    }

    static Alarm read(StateReader in) {
        long time = in.readLong();
        long second = in.readLong();
        int code = in.readCount(Kind.REPLACED.code);
        return code == Kind.REPLACED.code ? replaced(time, second) : rewards(time, second, code == Kind.LOWER.code);
    }

    /** Returns a readable sentence. */
    public String message() {
        if (kind == Kind.REPLACED) {
            return String.format(
                    Locale.ROOT,
                    "the world changed: the model was replaced by a younger one after %,d rewards",
                    rewards);
        }
        long seconds = Math.min(LAST_SECOND, Math.max(0, since / 1000));
        LocalDateTime minute =
                LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC).withSecond(0);
        return "rewards have been " + (kind == Kind.LOWER ? "lower" : "higher") + " than predicted since "
                + minute.toString().replace('T', ' ') + " UTC";
    }
}
