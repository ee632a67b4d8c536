package dev.attune.model;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All observations of a model that has to look back, in blocks: growing never copies what is there, and a pass goes
 * block by block with scratch of one block's size.
 */
final class History {
    static final int BLOCK = 256;

    /** Up to {@link #BLOCK} observations. */
    static final class Block {
        final double[][] x = new double[BLOCK][];
        final double[] y = new double[BLOCK];
        int size;
    }

    private final int d;
    private final List<Block> blocks = new ArrayList<>();
    private int n;

    History(int dimension) {
        this.d = dimension;
    }

    int size() {
        return n;
    }

    List<Block> blocks() {
        return blocks;
    }

    /** Adds an observation; the array is kept, and may be that of another history. */
    void add(double[] x, double y) {
        if (n % BLOCK == 0) {
            blocks.add(new Block());
        }
        Block last = blocks.get(blocks.size() - 1);
        last.x[last.size] = x;
        last.y[last.size] = y;
        last.size++;
        n++;
    }

    /** Takes over the observations of another history, which is not used afterwards. */
    void become(History other) {
        clear();
        blocks.addAll(other.blocks);
        n = other.n;
    }

    /** Keeps the arrays of a longer history whose last observations are the same. */
    void share(History longer) {
        int skipped = longer.n - n;
        for (int s = 0; s < n && skipped >= 0; s++) {
            double[] x = longer.x(skipped + s);
            if (Arrays.equals(x, x(s))) {
                blocks.get(s / BLOCK).x[s % BLOCK] = x;
            }
        }
    }

    private double[] x(int s) {
        return blocks.get(s / BLOCK).x[s % BLOCK];
    }

    void clear() {
        blocks.clear();
        n = 0;
    }

    void writeState(StateWriter out) {
        out.writeInt(n);
        for (Block block : blocks) {
            for (int s = 0; s < block.size; s++) {
                out.writeDoubles(block.x[s]);
                out.writeDouble(block.y[s]);
            }
        }
    }

    void readState(StateReader in) {
        int count = in.readCount(in.remainingDoubles() / (d + 1));
        clear();
        for (int s = 0; s < count; s++) {
            double[] x = new double[d];
            in.readDoubles(x);
            add(x, in.readDouble());
        }
    }
}
