package dev.attune.lab.log;

/**
 * A set of names, kept as 64-bit hashes in 16 to 32 bytes a name. Among a million names the probability that two share a hash is about 3e-8.
 */
final class NameSet {
    private static final int FIRST_SLOTS = 64;

    private long[] hashes = new long[FIRST_SLOTS]; // open addressing, at most half full; 0 marks a free slot
    private int size;

    /** Adds a name; returns false if it is there already. */
    boolean add(String name) {
        long hash = hash(name);
        int slot = slot(hashes, hash);
        if (hashes[slot] != 0) {
            return false;
        }
        hashes[slot] = hash;
        if (2 * ++size > hashes.length) {
            grow();
        }
        return true;
    }

    boolean contains(String name) {
        return hashes[slot(hashes, hash(name))] != 0;
    }

    int size() {
        return size;
    }

    private void grow() {
        long[] larger = new long[2 * hashes.length];
        for (long hash : hashes) {
            if (hash != 0) {
                larger[slot(larger, hash)] = hash;
            }
        }
        hashes = larger;
    }

    /** Returns the slot that holds the hash, or the free one where it belongs. */
    private static int slot(long[] slots, long hash) {
        int slot = (int) (hash >>> 20) & (slots.length - 1);
        while (slots[slot] != 0 && slots[slot] != hash) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** FNV-1a over the characters, then the finaliser of SplitMix64; never 0. */
    private static long hash(String name) {
        long h = 0xCBF29CE484222325L;
        for (int i = 0; i < name.length(); i++) {
            h = (h ^ name.charAt(i)) * 0x100000001B3L;
        }
        h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
        h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
        h ^= h >>> 31;
        return h == 0 ? 1 : h;
    }

    /** Remembers at least the last names, and at most twice as many. */
    static final class Recent {
        private final int generation;
        private NameSet newer = new NameSet();
        private NameSet older = new NameSet();

        /**
         * Creates an empty set.
         *
         * @param generation at least this many names are remembered
         */
        Recent(int generation) {
            this.generation = generation;
        }

        /** Adds a name; returns false if it is remembered. */
        boolean add(String name) {
            if (older.contains(name) || !newer.add(name)) {
                return false;
            }
            if (newer.size() == generation) {
                older = newer;
                newer = new NameSet();
            }
            return true;
        }
    }

    /** Counts different names up to a limit, in bounded memory. */
    static final class Counter {
        private final int limit;
        private final NameSet names = new NameSet();
        private boolean exceeded;

        Counter(int limit) {
            this.limit = limit;
        }

        void add(String name) {
            if (names.size() < limit) {
                names.add(name);
            } else {
                exceeded |= !names.contains(name);
            }
        }

        int count() {
            return names.size();
        }

        /** Returns whether there were more names than the limit. */
        boolean exceeded() {
            return exceeded;
        }
    }
}
