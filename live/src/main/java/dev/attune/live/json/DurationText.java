package dev.attune.live.json;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as text: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 24h}, {@code 7d}. */
public final class DurationText {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
    private static final String[] UNITS = {"d", "h", "m", "s", "ms"};
    private static final long[] MILLIS = {86_400_000, 3_600_000, 60_000, 1_000, 1};

    private DurationText() {}

    /**
     * Parses a duration.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public static Duration parse(String text) {
        Matcher parts = SHAPE.matcher(text.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration; write a whole number and ms, s, m, h or d, such as 10m");
        }
        long count = Long.parseLong(parts.group(1));
        for (int i = 0; i < UNITS.length; i++) {
            if (UNITS[i].equals(parts.group(2))) {
                return Duration.ofMillis(Math.multiplyExact(count, MILLIS[i]));
            }
        }
        throw new AssertionError(parts.group(2));
    }

    /** Returns a duration in the largest exact unit; less than a millisecond is dropped. */
    public static String of(Duration duration) {
        long millis = duration.toMillis();
        for (int i = 0; i < UNITS.length; i++) {
            if (millis % MILLIS[i] == 0 && millis >= MILLIS[i]) {
                return millis / MILLIS[i] + UNITS[i];
            }
        }
        return millis + "ms";
    }
}
