package dev.attune.encode;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * Mean and variance of every named number, learnt as it comes (Welford). Numbers of a round are standardised with what was
 * known before the round, then learnt all together:
 *
 * <pre>
 *   z = (v - mean) / sd            cut to [-5, 5]
 *   z = sign(v - mean)             as long as all values were the same: the scale is not known
 *   z = 0                          for the first value
 * </pre>
 *
 * <p>z does not depend on the unit of v, from the first value on. The cut keeps one wild value, or a small variance by
 * accident of the first few rounds, from outweighing all else.
 */
final class NumberScales {
    static final int LIMIT = 4096;
    private static final double WIDEST = 5;
    private static final double LARGEST_MEAN = 2 * Expansion.LARGEST;

    private final KeyTable keys = new KeyTable();
    private long[] count = new long[0];
    private double[] mean = new double[0];
    private double[] m2 = new double[0]; // sum of squared deviations from the mean
    private double[] sd = new double[0]; // made of m2 when it is first wanted; NaN until then

    private int[] heard = new int[16]; // numbers of the current round
    private double[] values = new double[16];
    private int heardCount;
    private int sizeBefore;

    /** Standardises a number with what is known of it. */
    double standardise(long key, double v) {
        int i = keys.find(key);
        return i < 0 ? 0 : standardised(i, v);
    }

    /** A round begins. */
    void begin() {
        heardCount = 0;
        sizeBefore = keys.size();
    }

    /**
     * Standardises a number and keeps it to be learnt at the end of the round.
     *
     * @throws IllegalArgumentException if there are too many names; {@link #forget} is then the caller's to call
     */
    double hear(long key, double v, String kind, String name) {
        int i = keys.find(key);
        if (i < 0) {
            i = add(key, kind, name);
        }
        if (heardCount == heard.length) {
            heard = Arrays.copyOf(heard, 2 * heardCount);
            values = Arrays.copyOf(values, 2 * heardCount);
        }
        heard[heardCount] = i;
        values[heardCount++] = v;
        return standardised(i, v);
    }

    private int add(long key, String kind, String name) {
        if (keys.size() == LIMIT) {
            throw new IllegalArgumentException(kind + name + " is one named number more than the " + LIMIT
                    + " whose mean and scale an encoder learns; use tags or a category for open-ended names");
        }
        int i = keys.add(key);
        room(keys.size());
        count[i] = 0;
        mean[i] = 0;
        m2[i] = 0;
        sd[i] = Double.NaN;
        return i;
    }

    /** Learns the numbers of the round in the order in which they were heard. */
    void learn() {
        for (int k = 0; k < heardCount; k++) {
            int i = heard[k];
            double delta = values[k] - mean[i];
            mean[i] += delta / ++count[i];
            m2[i] += delta * (values[k] - mean[i]);
            sd[i] = Double.NaN;
        }
        heardCount = 0;
    }

    /** Discards the current round. */
    void forget() {
        heardCount = 0;
        if (keys.size() > sizeBefore) {
            keys.truncate(sizeBefore);
        }
    }

    private double standardised(int i, double v) {
        if (count[i] == 0) {
            return 0;
        }
        double deviation = v - mean[i];
        double scale = scale(i);
        return scale == 0 ? Math.signum(deviation) : Math.max(-WIDEST, Math.min(WIDEST, deviation / scale));
    }

    /** The standard deviation; all arms of a round ask for the same one. */
    private double scale(int i) {
        if (Double.isNaN(sd[i])) {
            sd[i] = count[i] == 1 ? 0 : Math.sqrt(m2[i] / (count[i] - 1));
        }
        return sd[i];
    }

    private void room(int size) {
        if (size > count.length) {
            int length = Math.max(16, 2 * count.length);
            count = Arrays.copyOf(count, length);
            mean = Arrays.copyOf(mean, length);
            m2 = Arrays.copyOf(m2, length);
            sd = Arrays.copyOf(sd, length);
        }
    }

    void write(StateWriter out) {
        out.writeInt(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            out.writeLong(keys.key(i));
            out.writeLong(count[i]);
            out.writeDouble(mean[i]);
            out.writeDouble(m2[i]);
        }
    }

    void read(StateReader in) {
        keys.truncate(0);
        int n = in.readCount(LIMIT);
        for (int i = 0; i < n; i++) {
            long key = in.readLong();
            if (keys.find(key) >= 0) {
                throw new StateFormatException("the saved encoder has one number twice");
            }
            keys.add(key);
            room(keys.size());
            count[i] = in.readTally();
            mean[i] = in.readDouble();
            m2[i] = in.readDouble();
            sd[i] = Double.NaN;
            if (count[i] == 0 || Math.abs(mean[i]) > LARGEST_MEAN || m2[i] < 0) {
                throw new StateFormatException("the saved encoder has a number with count " + count[i] + ", mean "
                        + mean[i] + " and sum of squares " + m2[i]);
            }
        }
    }
}
