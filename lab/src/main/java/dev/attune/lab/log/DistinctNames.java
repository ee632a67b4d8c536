package dev.attune.lab.log;

/**
 * Counts different names up to a limit, so that memory stays bounded: 16 to 32 bytes a name. Names are known by a 64-bit hash; among a million of
 * them the probability that two share one is about 3e-8.
 */
final class DistinctNames {
    private static final int FIRST_ROOM = 64;
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final int most;
    private long[] hashes = new long[FIRST_ROOM]; // open addressing, at most half full; 0 is free
    private int count;
    private boolean more;

    DistinctNames(int most) {
        this.most = most;
    }

    void add(String name) {
        long hash = hash(name);
        int at = find(hashes, hash);
        if (hashes[at] != 0) {
            return;
        }
        if (count == most) {
            more = true;
            return;
        }
        hashes[at] = hash;
        if (2 * ++count > hashes.length) {
            grow();
        }
    }

    private static long hash(String name) {
        long hash = name.length();
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * MULTIPLIER;
            hash ^= hash >>> 32;
        }
        return hash == 0 ? 1 : hash;
    }

    /** Returns where a hash is, or the free place where it belongs. */
    private static int find(long[] table, long hash) {
        int at = (int) ((hash * MULTIPLIER) >>> 32) & (table.length - 1);
        while (table[at] != 0 && table[at] != hash) {
            at = (at + 1) & (table.length - 1);
        }
        return at;
    }

    private void grow() {
        long[] larger = new long[2 * hashes.length];
        for (long hash : hashes) {
            if (hash != 0) {
                larger[find(larger, hash)] = hash;
            }
        }
        hashes = larger;
    }

    int count() {
        return count;
    }

    /** Whether there were more names than are counted. */
    boolean more() {
        return more;
    }
}
