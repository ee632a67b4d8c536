package dev.attune.live.statistics;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The world seems to have changed.
 *
 * @param time when it was noticed, in milliseconds since 1970
 * @param since when it seems to have begun
 * @param lower whether rewards are lower than predicted; otherwise they are higher
 */
public record Alarm(long time, long since, boolean lower) {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** One sentence for people. */
    public String message() {
        return "rewards have been " + (lower ? "lower" : "higher") + " than predicted since "
                + MINUTE.format(Instant.ofEpochMilli(since)) + " UTC";
    }
}
