package dev.attune.lab.env;

/**
 * A horizon cut into changes + 1 segments as equal as whole rounds allow: segment s begins after floor(s T / (changes + 1))
 * rounds. The paper draws the change points once and keeps them for all repetitions, but does not print them.
 *
 * @param changes how often the world changes
 */
public record Segments(int changes) {
    /** The first round of each segment but the first, counted from 1. */
    public long[] starts(long horizon) {
        long segments = changes + 1L;
        if (horizon < segments) {
            throw new IllegalArgumentException(
                    changes + " changes need at least " + segments + " rounds, not " + horizon);
        }
        long[] starts = new long[changes];
        for (int s = 1; s <= changes; s++) {
            starts[s - 1] = 1 + s * (horizon / segments) + s * (horizon % segments) / segments;
        }
        return starts;
    }

    /** The segment, from 0, of a round. */
    static int of(long t, long[] starts) {
        int segment = 0;
        while (segment < starts.length && t >= starts[segment]) {
            segment++;
        }
        return segment;
    }
}
