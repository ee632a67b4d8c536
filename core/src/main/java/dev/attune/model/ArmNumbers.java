package dev.attune.model;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * Numbers of the arms that were rewarded, by their keys, from 1. When all numbers are in use, a new arm takes that of the arm whose last reward is the
 * longest ago. Number 0 stands for every arm without a number.
 *
 * <p>A look-up allocates nothing. A new arm costs O(arms) once all numbers are in use.
 */
final class ArmNumbers {
    /** The most arms that have numbers at a time. */
    static final int MOST = 4096;

    private static final int WINDOW = 512; // rewards

    private int most = MOST;
    private long[] keys = new long[9]; // by number
    private long[] shown = new long[9]; // the key of the arm's id, or of another of its terms
    private long[] last = new long[9]; // when the arm was last rewarded
    private int used; // numbers 1 to used are in use
    private int[] buckets = new int[32]; // number, 0 if free; at most half full
    private long time;
    private int made; // numbers that were given to new arms within the window
    private long recurred; // rewards of arms that had a number

    /** Returns the number of an arm, or 0. */
    int find(long key) {
        int mask = buckets.length - 1;
        for (int at = hash(key) & mask; buckets[at] != 0; at = (at + 1) & mask) {
            if (keys[buckets[at]] == key) {
                return buckets[at];
            }
        }
        return 0;
    }

    private static int hash(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 34);
    }

    /**
     * Returns the number of an arm that is rewarded now, a new one if it has none; negative if another arm had this number until now.
     *
     * @param id key of the arm's id, for display
     */
    int reward(long key, long id) {
        time++;
        if (time % WINDOW == 0) {
            made = 0;
        }
        int number = find(key);
        if (number > 0) {
            last[number] = time;
            recurred++;
            return number;
        }
        made++;
        if (used < most) {
            number = ++used;
            if (number == keys.length) {
                keys = Arrays.copyOf(keys, Math.min(MOST + 1, 2 * number));
                last = Arrays.copyOf(last, keys.length);
                shown = Arrays.copyOf(shown, keys.length);
            }
            put(key, id, number);
            return number;
        }
        number = oldest();
        put(key, id, number);
        return -number;
    }

    private void put(long key, long id, int number) {
        keys[number] = key;
        shown[number] = id;
        last[number] = time;
        rebuild();
    }

    private void rebuild() {
        if (2 * (used + 1) > buckets.length) {
            buckets = new int[4 * Integer.highestOneBit(used + 1)];
        } else {
            Arrays.fill(buckets, 0);
        }
        int mask = buckets.length - 1;
        for (int number = 1; number <= used; number++) {
            int at = hash(keys[number]) & mask;
            while (buckets[at] != 0) {
                at = (at + 1) & mask;
            }
            buckets[at] = number;
        }
    }

    private int oldest() {
        int oldest = 1;
        for (int number = 2; number <= used; number++) {
            if (last[number] < last[oldest]) {
                oldest = number;
            }
        }
        return oldest;
    }

    /** Returns whether most rewards of late were of arms that had no number: arms do not recur. */
    boolean mostAreNew() {
        return time >= WINDOW && made > WINDOW / 2;
    }

    /** Returns whether so many rewards were of arms that had been rewarded before that means of arms can predict: a quarter. */
    boolean recur() {
        return 4 * recurred >= time;
    }

    /** Returns how many arms have numbers. */
    int size() {
        return used;
    }

    /** Returns how many arms may have numbers at a time. */
    int most() {
        return most;
    }

    /** Changes how many arms may have numbers; returns false, with nothing changed, if more have one now. */
    boolean most(int limit) {
        if (used > limit) {
            return false;
        }
        most = Math.min(MOST, limit);
        return true;
    }

    /** Returns the key of the arm with a number. */
    long key(int number) {
        return keys[number];
    }

    /** Returns the key of the id of the arm with a number. */
    long id(int number) {
        return shown[number];
    }

    void write(StateWriter out) {
        out.writeInt(most);
        out.writeInt(used);
        out.writeLong(time);
        out.writeInt(made);
        out.writeLong(recurred);
        for (int number = 1; number <= used; number++) {
            out.writeLong(keys[number]);
            out.writeLong(shown[number]);
            out.writeLong(last[number]);
        }
    }

    void read(StateReader in) {
        most = in.readCount(MOST);
        used = in.readCount(Math.min(most, in.remainingDoubles()));
        time = in.readTally();
        made = in.readCount(WINDOW);
        recurred = in.readTally();
        keys = new long[Math.max(9, used + 1)];
        shown = new long[keys.length];
        last = new long[keys.length];
        for (int number = 1; number <= used; number++) {
            keys[number] = in.readLong();
            shown[number] = in.readLong();
            last[number] = in.readTally();
        }
        buckets = new int[32];
        rebuild();
        for (int number = 1; number <= used; number++) {
            if (find(keys[number]) != number) {
                throw new StateFormatException("the saved model has an arm twice");
            }
        }
    }
}
