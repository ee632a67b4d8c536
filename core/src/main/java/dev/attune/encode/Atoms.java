package dev.attune.encode;

import java.util.Arrays;

/** What features come to: keys with values, and in which of the declared interactions each takes part. Reused every round. */
final class Atoms {
    private static final int FIRST_ROOM = 32;
    private static final int KEPT_ROOM = 1 << 16; // a larger round leaves no larger arrays behind

    private long[] keys = new long[FIRST_ROOM];
    private double[] values = new double[FIRST_ROOM];
    private long[] masks = new long[FIRST_ROOM];
    private int[] buckets = new int[0]; // scratch of merge
    private int size;

    void clear() {
        if (keys.length > KEPT_ROOM) {
            keys = new long[FIRST_ROOM];
            values = new double[FIRST_ROOM];
            masks = new long[FIRST_ROOM];
            buckets = new int[0];
        }
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

    /** Makes one of those with the same key, from a position on: the first of them, with the sum of their values. */
    void merge(int from) {
        if (size - from < 2) {
            return;
        }
        int room = Integer.highestOneBit(size - from) * 4;
        if (buckets.length < room) {
            buckets = new int[room];
        } else {
            Arrays.fill(buckets, 0, room, 0);
        }
        int end = from;
        for (int i = from; i < size; i++) {
            int at = (int) (keys[i] >>> 32) & (room - 1);
            while (buckets[at] != 0 && keys[buckets[at] - 1] != keys[i]) {
                at = (at + 1) & (room - 1);
            }
            if (buckets[at] == 0) {
                keys[end] = keys[i];
                values[end] = values[i];
                masks[end] = masks[i];
                buckets[at] = ++end;
            } else {
                values[buckets[at] - 1] += values[i];
            }
        }
        size = end;
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
