package dev.attune.encode;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * The typical size of every named number: the root of the mean square of all its values that were not zero, learnt as they come. Numbers of a
 * round are scaled by what was known before the round, then learnt all together:
 *
 * <pre>
 *   z = v / size     cut to [-5, 5]
 *   z = sign(v)      for the first value
 * </pre>
 *
 * <p>z does not depend on the unit of v. Zero stays zero, so a number that is left out is the same as a zero; a number that never changes is a
 * flag. Of more than {@value #LIMIT} names the later ones are used as they are, and counted.
 */
final class NumberSizes {
    static final int LIMIT = 1 << 20;
    private static final double WIDEST = 5;

    private final int limit;
    private final KeyTable keys = new KeyTable();
    private long[] count = new long[16];
    private double[] squares = new double[16]; // sum
    private double[] size = new double[16]; // made of both
    private long unscaled;

    private long[] heardKeys = new long[16]; // of the round under way
    private double[] heard = new double[16];
    private int heardCount;

    NumberSizes(int limit) {
        this.limit = limit;
    }

    /** Scales a number by what is known of it. */
    double scaled(long key, double v) {
        int i = keys.find(key);
        if (i < 0) {
            return keys.size() == limit ? v : Math.signum(v);
        }
        return Math.max(-WIDEST, Math.min(WIDEST, v / size[i]));
    }

    /** Scales a number and keeps it to be learnt at the end of the round. */
    double hear(long key, double v) {
        if (heardCount == heard.length) {
            heardKeys = Arrays.copyOf(heardKeys, 2 * heardCount);
            heard = Arrays.copyOf(heard, 2 * heardCount);
        }
        heardKeys[heardCount] = key;
        heard[heardCount++] = v;
        return scaled(key, v);
    }

    /** Learns the numbers of the round. */
    void learn() {
        for (int k = 0; k < heardCount; k++) {
            double square = heard[k] * heard[k];
            if (square >= Double.MIN_NORMAL) {
                int i = keys.find(heardKeys[k]);
                if (i >= 0 || keys.size() < limit) {
                    add(i >= 0 ? i : newName(heardKeys[k]), 1, square);
                } else {
                    unscaled++;
                }
            }
        }
        forget();
    }

    private int newName(long key) {
        int i = keys.add(key);
        if (i == count.length) {
            count = Arrays.copyOf(count, 2 * i);
            squares = Arrays.copyOf(squares, 2 * i);
            size = Arrays.copyOf(size, 2 * i);
        }
        count[i] = 0;
        squares[i] = 0;
        return i;
    }

    private void add(int i, long values, double sum) {
        count[i] += values;
        squares[i] += sum;
        size[i] = Math.sqrt(squares[i] / count[i]);
    }

    /** Forgets the round under way. */
    void forget() {
        heardCount = 0;
    }

    /** How many numbers were used as they were, because there were too many names. */
    long unscaled() {
        return unscaled;
    }

    void write(StateWriter out) {
        out.writeLong(unscaled);
        out.writeInt(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            out.writeLong(keys.key(i));
            out.writeLong(count[i]);
            out.writeDouble(squares[i]);
        }
    }

    void read(StateReader in) {
        keys.truncate(0);
        forget();
        unscaled = in.readTally();
        int n = in.readCount(Math.min(limit, in.remainingDoubles() / 3));
        for (int i = 0; i < n; i++) {
            long key = in.readLong();
            if (keys.find(key) >= 0) {
                throw new StateFormatException("the saved encoder has one number twice");
            }
            long values = in.readTally();
            double sum = in.readPositive();
            if (values == 0 || sum / values < Double.MIN_NORMAL / 2) {
                throw new StateFormatException(
                        "the saved encoder has a number with count " + values + " and squares " + sum);
            }
            add(newName(key), values, sum);
        }
    }
}
