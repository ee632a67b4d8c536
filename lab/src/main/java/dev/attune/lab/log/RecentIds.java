package dev.attune.lab.log;

/**
 * Remembers the ids of at least the last million events by 64 bits of hash, in at most 32 MB. Two different ids are taken for the
 * same with probability below 2e-13 an event.
 */
final class RecentIds {
    /** At least so many ids are remembered. */
    static final int GENERATION = 1_000_000;

    private static final int FIRST_SLOTS = 1 << 10;

    private final int generation;
    private long[] recent = new long[FIRST_SLOTS];
    private long[] older = new long[0];
    private int held;

    RecentIds() {
        this(GENERATION);
    }

    /** Remembers at least the last so many. */
    RecentIds(int generation) {
        this.generation = generation;
    }

    /** Remembers an id; false if it was there before. */
    boolean add(String id) {
        long hash = hash(id);
        if ((older.length > 0 && older[slot(older, hash)] == hash) || recent[slot(recent, hash)] == hash) {
            return false;
        }
        if (held == generation) {
            older = recent;
            recent = new long[recent.length];
            held = 0;
        } else if (2 * (held + 1) > recent.length) {
            grow();
        }
        recent[slot(recent, hash)] = hash;
        held++;
        return true;
    }

    private void grow() {
        long[] before = recent;
        recent = new long[2 * before.length];
        for (long hash : before) {
            if (hash != 0) {
                recent[slot(recent, hash)] = hash;
            }
        }
    }

    /** The slot that holds the hash, or the free one where it belongs. */
    private static int slot(long[] slots, long hash) {
        int slot = (int) (hash >>> 20) & (slots.length - 1);
        while (slots[slot] != 0 && slots[slot] != hash) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** FNV-1a over the characters, then the finaliser of SplitMix64; never 0, which marks a free slot. */
    private static long hash(String id) {
        long h = 0xCBF29CE484222325L;
        for (int i = 0; i < id.length(); i++) {
            h = (h ^ id.charAt(i)) * 0x100000001B3L;
        }
        h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
        h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
        h ^= h >>> 31;
        return h == 0 ? 1 : h;
    }
}
