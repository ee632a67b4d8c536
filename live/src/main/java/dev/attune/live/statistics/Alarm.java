package dev.attune.live.statistics;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * The world seems to have changed.
 *
 * @param time when it was noticed, in milliseconds since 1970
 * @param since when it seems to have begun
 * @param lower whether rewards are lower than predicted; otherwise they are higher
 */
public record Alarm(long time, long since, boolean lower) {
    private static final long LAST_SECOND = 253_402_300_799L; // of the year 9999

    /** One sentence for people. */
    public String message() {
        long seconds = Math.min(LAST_SECOND, Math.max(0, since / 1000));
        LocalDateTime minute =
                LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC).withSecond(0);
        return "rewards have been " + (lower ? "lower" : "higher") + " than predicted since "
                + minute.toString().replace('T', ' ') + " UTC";
    }
}
