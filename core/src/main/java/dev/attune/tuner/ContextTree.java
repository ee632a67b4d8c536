package dev.attune.tuner;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * A binary tree over contexts with the successes and failures of every candidate in each leaf.
 *
 * <p>How a leaf grows. Its first {@value #FIRST} rewards settle where each feature would be cut: at its mean over their
 * contexts. From then on every reward is also counted on its side of each cut. Whenever {@value #EVERY} more rewards have
 * come, each feature is examined: let a be the best candidate below the cut and b the best above. If they differ and
 *
 * <pre>
 *   D = (m_a - m_b below) - (m_a - m_b above)  is larger than  {@value #CLEAR} sqrt(sum of the four variances)
 * </pre>
 *
 * <p>with m the means and the variances those of the Beta counts, the cut with the largest ratio becomes a split, unless
 * the leaf is at depth {@value #DEPTH}. The two new leaves start from the counts of their side. So a split needs proof
 * that different candidates are better on its two sides; that one side pays more for all of them is no reason.
 */
final class ContextTree {
    static final int DEPTH = 3;
    static final int FIRST = 100;
    static final int EVERY = 50;
    static final double CLEAR = 4;

    private static final int NODES = (1 << (DEPTH + 1)) - 1; // children of k are 2k+1 and 2k+2

    private final int candidates;
    private final int d;
    private final int[] cut = new int[NODES]; // feature of an inner node; -1 for a leaf
    private final double[] threshold = new double[NODES];
    private final Leaf[] leaf = new Leaf[NODES]; // of an inner node: as it was when it split, no longer used

    ContextTree(int candidates, int dimension) {
        this.candidates = candidates;
        this.d = dimension;
        reset();
    }

    private void reset() {
        Arrays.fill(cut, -1);
        Arrays.fill(threshold, 0);
        for (int k = 0; k < NODES; k++) {
            leaf[k] = new Leaf(new BetaCounts(candidates), k < NODES / 2);
        }
    }

    /** The leaf that a context falls in; its features begin at a position of the array. */
    Leaf leaf(double[] z, int from) {
        return leaf[find(z, from)];
    }

    private int find(double[] z, int from) {
        int k = 0;
        while (cut[k] >= 0) {
            k = 2 * k + (z[from + cut[k]] < threshold[k] ? 1 : 2);
        }
        return k;
    }

    /** Counts a success or failure, and splits the leaf if that is due. */
    void add(double[] z, int from, int candidate, boolean success) {
        int k = find(z, from);
        Leaf here = leaf[k];
        here.counts.add(candidate, success);
        if (here.side.length == 0) {
            return; // at the greatest depth
        }
        here.n++;
        if (here.n <= FIRST) {
            for (int j = 0; j < d; j++) {
                here.mean[j] += (z[from + j] - here.mean[j]) / here.n;
            }
            return;
        }
        for (int j = 0; j < d; j++) {
            here.side[j][z[from + j] < here.mean[j] ? 0 : 1].add(candidate, success);
        }
        if ((here.n - FIRST) % EVERY == 0) {
            split(k, here);
        }
    }

    private void split(int k, Leaf here) {
        int best = -1;
        double largest = CLEAR;
        for (int j = 0; j < d; j++) {
            double ratio = ratio(here.side[j][0], here.side[j][1]);
            if (ratio > largest) {
                best = j;
                largest = ratio;
            }
        }
        if (best >= 0) {
            cut[k] = best;
            threshold[k] = here.mean[best];
            leaf[2 * k + 1] = new Leaf(here.side[best][0], 2 * k + 1 < NODES / 2);
            leaf[2 * k + 2] = new Leaf(here.side[best][1], 2 * k + 2 < NODES / 2);
        }
    }

    /** How clearly the best candidates on two sides differ, in standard deviations; zero if they are the same. */
    static double ratio(BetaCounts below, BetaCounts above) {
        int a = below.best();
        int b = above.best();
        if (a == b) {
            return 0;
        }
        double difference = below.mean(a) - below.mean(b) - (above.mean(a) - above.mean(b));
        double variance = below.variance(a) + below.variance(b) + above.variance(a) + above.variance(b);
        return difference / Math.sqrt(variance);
    }

    int leaves() {
        int inner = 0;
        for (int feature : cut) {
            inner += feature >= 0 ? 1 : 0;
        }
        return inner + 1;
    }

    void writeState(StateWriter out) {
        write(0, out);
    }

    private void write(int k, StateWriter out) {
        out.writeInt(cut[k]);
        if (cut[k] >= 0) {
            out.writeDouble(threshold[k]);
            write(2 * k + 1, out);
            write(2 * k + 2, out);
        } else {
            leaf[k].writeState(out);
        }
    }

    void readState(StateReader in) {
        reset();
        read(0, in);
    }

    private void read(int k, StateReader in) {
        int feature = in.readInt();
        if (feature < -1 || feature >= d || (feature >= 0 && k >= NODES / 2)) {
            throw new StateFormatException("the saved state has a cut at feature " + feature + " in node " + k);
        }
        if (feature >= 0) {
            threshold[k] = in.readDouble();
            read(2 * k + 1, in);
            read(2 * k + 2, in);
        } else {
            leaf[k].readState(in);
        }
        cut[k] = feature;
    }

    /** Counts of a leaf, and on both sides of each possible cut. */
    final class Leaf {
        private final BetaCounts counts;
        private final double[] mean; // of each feature, over the first rewards
        private final BetaCounts[][] side; // [feature][below, above]; empty if the leaf cannot split
        private long n;

        private Leaf(BetaCounts counts, boolean mayGrow) {
            this.counts = counts;
            this.mean = new double[mayGrow ? d : 0];
            this.side = new BetaCounts[mayGrow ? d : 0][2];
            for (BetaCounts[] both : side) {
                both[0] = new BetaCounts(candidates);
                both[1] = new BetaCounts(candidates);
            }
        }

        BetaCounts counts() {
            return counts;
        }

        private void writeState(StateWriter out) {
            counts.writeState(out);
            out.writeDoubles(mean);
            for (BetaCounts[] both : side) {
                both[0].writeState(out);
                both[1].writeState(out);
            }
            out.writeLong(n);
        }

        private void readState(StateReader in) {
            counts.readState(in);
            in.readDoubles(mean);
            for (BetaCounts[] both : side) {
                both[0].readState(in);
                both[1].readState(in);
            }
            n = in.readLong();
        }
    }
}
