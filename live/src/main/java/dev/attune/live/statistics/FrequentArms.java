package dev.attune.live.statistics;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most frequent arms: contains every arm with a share above 1 / 33 of all choices, in whatever order they come. A new arm replaces one
 * whose guard has fallen to zero.
 *
 * <p>J. Misra, D. Gries: Finding repeated elements. Science of Computer Programming 2, 1982.
 */
final class FrequentArms {
    static final int CAPACITY = 32;

    /**
     * An arm with its numbers since it entered.
     *
     * @param id of the arm
     * @param decisions number of choices
     * @param rewards of the arm
     */
    record Entry(String id, long decisions, Moments rewards) {}

    private final Map<String, Integer> places = new HashMap<>();
    private final String[] ids = new String[CAPACITY];
    private final long[] guard = new long[CAPACITY];
    private final long[] decisions = new long[CAPACITY];
    private final Moments[] rewards = new Moments[CAPACITY];
    private int size;

    /** Returns the index of an arm, or -1. */
    int find(String id) {
        Integer place = places.get(id);
        return place == null ? -1 : place;
    }

    /** Counts a choice of the arm at an index. */
    void choose(int place) {
        guard[place]++;
        decisions[place]++;
    }

    /** Enters a new arm, possibly in place of another; returns its index, or -1 if it was not entered. */
    int enter(String id) {
        int place = size < CAPACITY ? size : unguarded();
        if (place < 0) {
            for (int i = 0; i < CAPACITY; i++) {
                guard[i]--;
            }
            return -1;
        }
        if (place == size) {
            size++;
        } else {
            places.remove(ids[place]);
        }
        put(place, id, 0, 0, new Moments());
        return place;
    }

    private int unguarded() {
        for (int i = 0; i < CAPACITY; i++) {
            if (guard[i] == 0) {
                return i;
            }
        }
        return -1;
    }

    private void put(int place, String id, long guarded, long chosen, Moments earned) {
        places.put(id, place);
        ids[place] = id;
        guard[place] = guarded;
        decisions[place] = chosen;
        rewards[place] = earned;
    }

    /** Counts a reward, if the arm has entered. */
    void reward(String id, double value) {
        int place = find(id);
        if (place >= 0) {
            rewards[place].add(value);
        }
    }

    int size() {
        return size;
    }

    /** Returns the arm at an index. */
    String id(int place) {
        return ids[place];
    }

    /** Returns a copy of all entries. */
    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            entries.add(new Entry(ids[i], decisions[i], rewards[i].copy()));
        }
        return List.copyOf(entries);
    }

    void write(StateWriter out) {
        out.writeInt(size);
        for (int i = 0; i < size; i++) {
            Texts.write(out, ids[i]);
            out.writeLong(guard[i]);
            out.writeLong(decisions[i]);
            rewards[i].write(out);
        }
    }

    static FrequentArms read(StateReader in) {
        FrequentArms read = new FrequentArms();
        int n = in.readCount(CAPACITY);
        for (int i = 0; i < n; i++) {
            String id = Texts.read(in);
            if (read.find(id) >= 0) {
                throw new StateFormatException("the saved statistics have one arm twice");
            }
            read.put(i, id, in.readTally(), in.readTally(), Moments.read(in));
            read.size++;
        }
        return read;
    }
}
