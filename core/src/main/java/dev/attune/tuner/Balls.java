package dev.attune.tuner;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * Closed Euclidean balls with centres in the unit cube, in the order in which they were added. The radius of a ball may
 * change until the ball is frozen. Arrays of numbers, so that a pass over all balls touches nothing else.
 */
final class Balls {
    private static final int FIRST_ROOM = 16;

    /** Coordinates of the centres: a row for each dimension. To be read only. */
    final double[][] x;

    /** Radii; to be read only. */
    double[] r = new double[FIRST_ROOM];

    /** Which balls keep their radius for good; to be read only. */
    boolean[] frozen = new boolean[FIRST_ROOM];

    private int size;

    Balls(int dimension) {
        this.x = new double[dimension][FIRST_ROOM];
    }

    int dimension() {
        return x.length;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Adds a ball and returns its position. */
    int add(double[] centre, double radius) {
        if (size == r.length) {
            int room = 2 * size;
            for (int j = 0; j < x.length; j++) {
                x[j] = Arrays.copyOf(x[j], room);
            }
            r = Arrays.copyOf(r, room);
            frozen = Arrays.copyOf(frozen, room);
        }
        for (int j = 0; j < x.length; j++) {
            x[j][size] = centre[j];
        }
        r[size] = radius;
        frozen[size] = false;
        return size++;
    }

    void resize(int i, double radius) {
        r[i] = radius;
    }

    void freeze(int i) {
        frozen[i] = true;
    }

    /** The centre of a ball, as a new array. */
    double[] centre(int i) {
        double[] centre = new double[x.length];
        for (int j = 0; j < centre.length; j++) {
            centre[j] = x[j][i];
        }
        return centre;
    }

    /** Squared distance of a point from the centre of a ball. */
    double squaredDistance(int i, double[] point) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            double gap = point[j] - x[j][i];
            sum = Math.fma(gap, gap, sum);
        }
        return sum;
    }

    void writeState(StateWriter out) {
        out.writeInt(size);
        for (int i = 0; i < size; i++) {
            out.writeDoubles(centre(i));
            out.writeDouble(r[i]);
            out.writeInt(frozen[i] ? 1 : 0);
        }
    }

    void readState(StateReader in) {
        int count = in.readCount(in.remainingDoubles());
        double[] centre = new double[x.length];
        clear();
        for (int k = 0; k < count; k++) {
            in.readDoubles(centre);
            int i = add(centre, in.readDouble());
            frozen[i] = in.readCount(1) == 1;
        }
    }
}
