package dev.attune.encode;

import java.util.Arrays;

/** Numbers keys from 0 in the order in which they come; no garbage, for keys whose bits are well mixed. */
final class KeyTable {
    private static final int FIRST_ROOM = 16;

    private long[] keys = new long[FIRST_ROOM];
    private int[] buckets = new int[4 * FIRST_ROOM]; // index + 1 of a key, 0 if free; at most half full
    private int size;

    int size() {
        return size;
    }

    long key(int index) {
        return keys[index];
    }

    /** The number of a key, or -1. */
    int find(long key) {
        for (int at = bucket(key); ; at = (at + 1) & (buckets.length - 1)) {
            int index = buckets[at] - 1;
            if (index < 0 || keys[index] == key) {
                return index;
            }
        }
    }

    /** Adds a key that is not there yet; its number. */
    int add(long key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            buckets = new int[4 * keys.length];
            placeAll();
        }
        keys[size] = key;
        place(size);
        return size++;
    }

    /** Forgets all keys but the first ones. */
    void truncate(int newSize) {
        size = newSize;
        Arrays.fill(buckets, 0);
        placeAll();
    }

    /** The keys in ascending order. */
    long[] sorted() {
        long[] all = Arrays.copyOf(keys, size);
        Arrays.sort(all);
        return all;
    }

    private void placeAll() {
        for (int index = 0; index < size; index++) {
            place(index);
        }
    }

    private void place(int index) {
        int at = bucket(keys[index]);
        while (buckets[at] != 0) {
            at = (at + 1) & (buckets.length - 1);
        }
        buckets[at] = index + 1;
    }

    private int bucket(long key) {
        return (int) (key >>> 32) & (buckets.length - 1);
    }
}
