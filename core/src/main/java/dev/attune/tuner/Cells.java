package dev.attune.tuner;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * A partition of the unit cube into boxes made by bisection, each either settled with a ball or open: the memory of
 * {@link CellCovering}. Level 0 is the cube; a cell of level l is cut across dimension l mod p into two of level l+1.
 *
 * <p>Cells are linked lists in arrays: one list for each ball, one for the open cells of each level.
 */
final class Cells {
    static final int NONE = -1;

    private static final int FIRST_ROOM = 64;

    private final int p;
    private final double[][] side; // by level and dimension
    private final double[][] low; // lower corners: a row for each dimension
    private int[] level = new int[FIRST_ROOM];
    private double[] need = new double[FIRST_ROOM]; // the square of the radius that keeps a cell settled
    private int[] next = new int[FIRST_ROOM]; // the cell after this one in its list
    private int size;

    private final int[] open; // by level: the first open cell
    private int[] first = new int[FIRST_ROOM]; // by ball: its first cell
    private double[] required = new double[FIRST_ROOM]; // by ball: the largest need of its cells
    private int balls;

    Cells(int p, int finest) {
        this.p = p;
        this.side = new double[finest + 1][p];
        Arrays.fill(side[0], 1);
        for (int l = 1; l <= finest; l++) {
            System.arraycopy(side[l - 1], 0, side[l], 0, p);
            side[l][(l - 1) % p] /= 2;
        }
        this.low = new double[p][FIRST_ROOM];
        this.open = new int[finest + 1];
        clear();
    }

    /** Back to the whole cube as one open cell, without balls. */
    void clear() {
        empty();
        int cube = add(0);
        for (int j = 0; j < p; j++) {
            low[j][cube] = 0;
        }
        reopen(cube);
    }

    private void empty() {
        Arrays.fill(open, NONE);
        balls = 0;
        size = 0;
    }

    int size() {
        return size;
    }

    /** Sides of the cells of a level. */
    double[] sides(int l) {
        return side[l];
    }

    int level(int c) {
        return level[c];
    }

    double low(int c, int j) {
        return low[j][c];
    }

    /** The square of the radius that a ball must keep for the sake of its cells. */
    double required(int ball) {
        return required[ball];
    }

    int after(int c) {
        return next[c];
    }

    boolean hasOpen(int l) {
        return open[l] != NONE;
    }

    /** Takes the open cells of a level out of their list; the first of them, to be followed by {@link #after}. */
    int takeOpen(int l) {
        int c = open[l];
        open[l] = NONE;
        return c;
    }

    /** Makes room for a number of balls; new ones have no cells. */
    void meet(int count) {
        if (count > first.length) {
            first = Arrays.copyOf(first, Math.max(count, 2 * first.length));
            required = Arrays.copyOf(required, first.length);
        }
        for (; balls < count; balls++) {
            first[balls] = NONE;
            required[balls] = 0;
        }
    }

    /** Opens those cells of a ball that need more than the square of the radius that it has. */
    void release(int ball, double squaredRadius) {
        int c = first[ball];
        first[ball] = NONE;
        required[ball] = 0;
        while (c != NONE) {
            int following = next[c];
            if (need[c] > squaredRadius) {
                reopen(c);
            } else {
                give(c, ball, need[c]);
            }
            c = following;
        }
    }

    /** Puts a cell that is in no list into that of the open ones. */
    void reopen(int c) {
        next[c] = open[level[c]];
        open[level[c]] = c;
    }

    /** Settles a cell that is in no list with a ball, for as long as the square of its radius is so large. */
    void give(int c, int ball, double squaredRadius) {
        need[c] = squaredRadius;
        next[c] = first[ball];
        first[ball] = c;
        required[ball] = Math.max(required[ball], squaredRadius);
    }

    /** Replaces a cell that is in no list by its two halves, both open. */
    void cut(int c) {
        int l = level[c]++;
        int upper = add(l + 1);
        for (int j = 0; j < p; j++) {
            low[j][upper] = low[j][c];
        }
        low[l % p][upper] += side[l + 1][l % p];
        reopen(c);
        reopen(upper);
    }

    private int add(int l) {
        if (size == level.length) {
            int room = 2 * size;
            for (int j = 0; j < p; j++) {
                low[j] = Arrays.copyOf(low[j], room);
            }
            level = Arrays.copyOf(level, room);
            need = Arrays.copyOf(need, room);
            next = Arrays.copyOf(next, room);
        }
        level[size] = l;
        return size++;
    }

    /** List by list, those of the balls first. */
    void writeState(StateWriter out) {
        out.writeInt(size);
        for (int i = 0; i < balls; i++) {
            writeList(first[i], i, out);
        }
        for (int c : open) {
            writeList(c, NONE, out);
        }
    }

    private void writeList(int start, int ball, StateWriter out) {
        for (int c = start; c != NONE; c = next[c]) {
            out.writeInt(ball);
            out.writeInt(level[c]);
            out.writeDouble(ball == NONE ? 0 : need[c]);
            for (int j = 0; j < p; j++) {
                out.writeDouble(low[j][c]);
            }
        }
    }

    /** Reads what {@link #writeState} wrote; lists keep their order. */
    void readState(StateReader in, int ballCount) {
        int count = in.readCount(in.remainingDoubles());
        int[] ball = new int[count];
        empty();
        for (int k = 0; k < count; k++) {
            ball[k] = in.readInt();
            if (ball[k] < NONE || ball[k] >= ballCount) {
                throw new StateFormatException("the saved state has a cell of ball " + ball[k] + " of " + ballCount);
            }
            int c = add(in.readCount(open.length - 1));
            need[c] = in.readDouble();
            for (int j = 0; j < p; j++) {
                low[j][c] = in.readDouble();
            }
        }
        meet(ballCount);
        for (int k = count - 1; k >= 0; k--) { // from the back, because lists grow at the front
            if (ball[k] == NONE) {
                reopen(k);
            } else {
                give(k, ball[k], need[k]);
            }
        }
    }
}
