package dev.attune.api;

import java.util.Arrays;

/**
 * Features as a list of terms: a 64-bit key, a value, and a mask that says in which interactions the term takes part. The features of a context
 * and those of arms are such lists; a sparse {@link ActionSet} joins a term of the context with a term of an arm where their masks have a bit in
 * common.
 *
 * <p>Grows as needed and is reused from round to round. Not safe under threads.
 */
public final class Terms {
    private static final int FIRST_ROOM = 32;
    private static final int KEPT_ROOM = 1 << 16; // a larger round leaves no larger arrays behind

    private long[] keys = new long[FIRST_ROOM];
    private double[] values = new double[FIRST_ROOM];
    private long[] masks = new long[FIRST_ROOM];
    private int[] buckets = new int[0]; // scratch of merge
    private int size;

    /** Creates an empty list. */
    public Terms() {}

    /** Removes all terms. */
    public void clear() {
        if (keys.length > KEPT_ROOM) {
            keys = new long[FIRST_ROOM];
            values = new double[FIRST_ROOM];
            masks = new long[FIRST_ROOM];
            buckets = new int[0];
        }
        size = 0;
    }

    /** Adds a term, unless its value is zero. */
    public void add(long key, double value, long mask) {
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

    /** Merges terms with the same key, from a position on, into the first of them, with the sum of their values. */
    public void merge(int from) {
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

    /** Returns the number of terms. */
    public int size() {
        return size;
    }

    /** Returns the key of a term. */
    public long key(int i) {
        return keys[i];
    }

    /** Returns the value of a term. */
    public double value(int i) {
        return values[i];
    }

    /** Returns the mask of a term: bit j is set if it takes part in the j-th interaction. */
    public long mask(int i) {
        return masks[i];
    }

    /** Multiplies the values of the terms from one position up to another. */
    public void scale(int from, int to, double factor) {
        for (int i = from; i < to; i++) {
            values[i] *= factor;
        }
    }

    /** Returns a copy. */
    public Terms copy() {
        Terms copy = new Terms();
        copy.keys = Arrays.copyOf(keys, Math.max(1, size));
        copy.values = Arrays.copyOf(values, copy.keys.length);
        copy.masks = Arrays.copyOf(masks, copy.keys.length);
        copy.size = size;
        return copy;
    }
}
