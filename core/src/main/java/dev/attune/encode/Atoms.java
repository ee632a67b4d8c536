package dev.attune.encode;

import java.util.Arrays;

/** What features come to: keys with values, and in which of the declared interactions each takes part. Reused every round. */
final class Atoms {
    private long[] keys = new long[32];
    private double[] values = new double[32];
    private long[] masks = new long[32];
    private int size;

    void clear() {
        size = 0;
    }

    /** Adds one, unless it contributes nothing. */
    void add(long key, double value, long mask) {
        if (value == 0) {
            return;
        }
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
            masks = Arrays.copyOf(masks, 2 * size);
        }
        keys[size] = key;
        values[size] = value;
        masks[size++] = mask;
    }

    int size() {
        return size;
    }

    long key(int i) {
        return keys[i];
    }

    double value(int i) {
        return values[i];
    }

    /** Bit j is set if it takes part in the j-th interaction. */
    long mask(int i) {
        return masks[i];
    }
}
