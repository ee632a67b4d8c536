package dev.attune.encode;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * Counts different keys in bounded memory: Wegman's adaptive sampling. Keys whose last {@code level} bits are zero are
 * kept; when there are too many of them, the level rises. At level 0 these are all keys, and everything is exact.
 *
 * <p>P. Flajolet: On adaptive sampling. Computing 43, 1990.
 */
final class SeenKeys {
    static final int CAPACITY = 4096;
    private static final int HIGHEST_LEVEL = 48; // 2^60 different keys: not reached in practice

    private final int slots;
    private KeyTable kept = new KeyTable();
    private int level;

    SeenKeys(int slots) {
        this.slots = slots;
    }

    void see(long key) {
        if (!isSampled(key) || kept.find(key) >= 0) {
            return;
        }
        while (kept.size() == CAPACITY && level < HIGHEST_LEVEL) {
            level++;
            thinOut();
        }
        if (isSampled(key) && kept.size() < CAPACITY) {
            kept.add(key);
        }
    }

    private boolean isSampled(long key) {
        return (key & ((1L << level) - 1)) == 0;
    }

    private void thinOut() {
        KeyTable all = kept;
        kept = new KeyTable();
        for (int i = 0; i < all.size(); i++) {
            if (isSampled(all.key(i))) {
                kept.add(all.key(i));
            }
        }
    }

    Collisions collisions() {
        long keys = (long) kept.size() << level;
        return new Collisions(keys, level == 0 ? counted() : expected(keys), slots, level == 0);
    }

    private long counted() {
        int[] inSlot = new int[slots];
        for (int i = 0; i < kept.size(); i++) {
            inSlot[FeatureHash.slot(kept.key(i), slots)]++;
        }
        long sharing = 0;
        for (int n : inSlot) {
            sharing += n > 1 ? n : 0;
        }
        return sharing;
    }

    /** Of n keys thrown into m slots, n (1 - (1 - 1/m)^(n-1)) are expected not to be alone. */
    private long expected(long keys) {
        double alone = slots == 1 ? 0 : StrictMath.exp((keys - 1) * StrictMath.log1p(-1.0 / slots));
        return (long) StrictMath.rint(keys * (1 - alone));
    }

    void write(StateWriter out) {
        out.writeInt(level);
        out.writeInt(kept.size());
        for (long key : kept.sorted()) {
            out.writeLong(key);
        }
    }

    void read(StateReader in) {
        level = in.readCount(HIGHEST_LEVEL);
        kept = new KeyTable();
        int n = in.readCount(CAPACITY);
        for (int i = 0; i < n; i++) {
            long key = in.readLong();
            if (!isSampled(key) || (i > 0 && key <= kept.key(i - 1))) {
                throw new StateFormatException("the saved encoder has keys that are out of order or of another level");
            }
            kept.add(key);
        }
    }
}
