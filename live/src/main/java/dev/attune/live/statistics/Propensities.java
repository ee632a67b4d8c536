package dev.attune.live.statistics;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/** How often arms were chosen with which probability: four bins for each power of ten, and one for all below 10^-4. */
final class Propensities {
    private static final int DECADES = 4;
    private static final int BINS_OF_DECADE = 4;
    private static final double[] EDGES = edges();

    private final long[] counts = new long[EDGES.length - 1];
    private long unknown;

    private static double[] edges() {
        double[] edges = new double[DECADES * BINS_OF_DECADE + 2];
        for (int i = 1; i < edges.length; i++) {
            edges[i] = StrictMath.pow(10, (i - 1.0) / BINS_OF_DECADE - DECADES);
        }
        return edges; // the first is zero, the last is one
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

    static double[] binEdges() {
        return EDGES.clone();
    }

    long[] counts() {
        return counts.clone();
    }

    long unknown() {
        return unknown;
    }

    void write(StateWriter out) {
        for (long count : counts) {
            out.writeLong(count);
        }
        out.writeLong(unknown);
    }

    static Propensities read(StateReader in) {
        Propensities read = new Propensities();
        for (int i = 0; i < read.counts.length; i++) {
            read.counts[i] = in.readTally();
        }
        read.unknown = in.readTally();
        return read;
    }
}
