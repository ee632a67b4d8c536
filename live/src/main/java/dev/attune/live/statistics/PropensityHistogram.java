package dev.attune.live.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Counts decisions by the probability of the chosen arm: four bins for each power of ten, and one below 10^-4. A bin contains its lower edge,
 * the last one both.
 */
public final class PropensityHistogram {
    private static final double[] EDGES = DoubleStream.concat(DoubleStream.of(0), Arrays.stream(Tally.edges(-4, 0)))
            .toArray();

    private final long[] counts;
    private long unknown;

    PropensityHistogram() {
        this(new long[EDGES.length - 1], 0);
    }

    private PropensityHistogram(long[] counts, long unknown) {
        this.counts = counts;
        this.unknown = unknown;
    }

    void add(double propensity) {
        if (!(propensity > 0)) {
            unknown++;
            return;
        }
        int bin = counts.length - 1;
        while (bin > 0 && propensity < EDGES[bin]) {
            bin--;
        }
        counts[bin]++;
    }

    PropensityHistogram copy() {
        return new PropensityHistogram(counts.clone(), unknown);
    }

    /** Returns the edges of the bins, from 0 to 1. */
    public List<Double> edges() {
        return Arrays.stream(EDGES).boxed().toList();
    }

    /** Returns the number of decisions in each bin. */
    public List<Long> counts() {
        return Arrays.stream(counts).boxed().toList();
    }

    /** Returns the number of decisions of unknown probability. */
    public long unknown() {
        return unknown;
    }

    void transfer(SavedFields saved) {
        saved.counts(counts);
        unknown = saved.count(unknown);
    }
}
