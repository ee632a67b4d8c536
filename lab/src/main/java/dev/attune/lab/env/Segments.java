package dev.attune.lab.env;

import dev.attune.math.RoundRandom;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * A horizon cut into changes + 1 segments. Equal ones are as equal as whole rounds allow: segment s begins after floor(s T / (changes + 1))
 * rounds. The paper draws the change points once and keeps them for all repetitions, but does not print them.
 *
 * @param changes how often the world changes
 */
public record Segments(int changes) {
    /** Returns the first round of each segment but the first, counted from 1. */
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

    /**
     * Returns the first round of each segment but the first, for segments of unequal length, which depend on the seed: relative lengths are uniform
     * in [1/2, 3/2), so that the longest is at most three times as long as the shortest, but for rounding.
     */
    long[] uneven(long seed, long horizon) {
        long least = 3L * (changes + 1);
        if (changes > 0 && horizon < least) {
            throw new IllegalArgumentException(changes + " changes need at least " + least + " rounds, not " + horizon);
        }
        RoundRandom rng = new RoundRandom(seed ^ World.CHANGES, 0);
        double[] ends = new double[changes + 1];
        double end = 0;
        for (int s = 0; s <= changes; s++) {
            end += 0.5 + rng.nextDouble();
            ends[s] = end;
        }
        long[] starts = new long[changes];
        for (int s = 0; s < changes; s++) {
            starts[s] = 1 + (long) (horizon * (ends[s] / end));
        }
        return starts;
    }

    /** Returns the segment, from 0, of a round. */
    static int of(long t, long[] starts) {
        int segment = 0;
        while (segment < starts.length && t >= starts[segment]) {
            segment++;
        }
        return segment;
    }

    /** Draws what is true in each segment; returns it by round. */
    static <T> LongFunction<T> draw(long[] starts, long seed, Function<RoundRandom, T> truth) {
        List<T> truths = IntStream.rangeClosed(0, starts.length)
                .mapToObj(s -> truth.apply(new RoundRandom(seed ^ World.TRUTH, s)))
                .toList();
        return t -> truths.get(of(t, starts));
    }
}
