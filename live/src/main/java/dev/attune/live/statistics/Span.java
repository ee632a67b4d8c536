package dev.attune.live.statistics;

/** Periods that statistics are shown for, with their steps. */
public enum Span {
    /** The last ten minutes in steps of 5 s. */
    TEN_MINUTES("10m", 5_000, 120),
    /** The last twelve hours in steps of 5 minutes. */
    TWELVE_HOURS("12h", 300_000, 144),
    /** The last thirty days in steps of 6 hours. */
    THIRTY_DAYS("30d", 21_600_000, 120);

    private final String text;
    private final long bucketMillis;
    private final int buckets;

    Span(String text, long bucketMillis, int buckets) {
        this.text = text;
        this.bucketMillis = bucketMillis;
        this.buckets = buckets;
    }

    /** Returns its name: {@code 10m}, {@code 12h}, {@code 30d}. */
    public String text() {
        return text;
    }

    /** Returns the length of a step in milliseconds. */
    public long bucketMillis() {
        return bucketMillis;
    }

    /** Returns the number of steps. */
    public int buckets() {
        return buckets;
    }

    /** Returns the length of all steps in milliseconds. */
    public long millis() {
        return bucketMillis * buckets;
    }

    /**
     * Parses a {@link #text}.
     *
     * @throws IllegalArgumentException if there is no such span
     */
    public static Span parse(String text) {
        for (Span span : values()) {
            if (span.text.equals(text)) {
                return span;
            }
        }
        throw new IllegalArgumentException("span = " + text + " must be 10m, 12h or 30d");
    }
}
