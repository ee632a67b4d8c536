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
     * @param always its rewards with the weights of their decisions, for the value of always choosing it
     * @param first time of its first choice
     * @param last time of its last choice
     */
    record Entry(String id, long decisions, Moments rewards, Weights always, long first, long last) {}

    private final Map<String, Integer> places = new HashMap<>();
    private final String[] ids = new String[CAPACITY];
    private final long[] guard = new long[CAPACITY];
    private final long[] decisions = new long[CAPACITY];
    private final Moments[] rewards = new Moments[CAPACITY];
    private final Weights[] always = new Weights[CAPACITY];
    private final long[] first = new long[CAPACITY];
    private final long[] last = new long[CAPACITY];
    private int size;

    /** Returns the index of an arm, or -1. */
    int find(String id) {
        Integer place = places.get(id);
        return place == null ? -1 : place;
    }

    /** Counts a choice of the arm at an index. */
    void choose(int place, long time) {
        guard[place]++;
        if (decisions[place]++ == 0) {
            first[place] = time;
        }
        last[place] = time;
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
        put(place, id, 0, 0, new Moments(), new Weights());
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

    private void put(int place, String id, long guarded, long chosen, Moments earned, Weights weighed) {
        places.put(id, place);
        ids[place] = id;
        guard[place] = guarded;
        decisions[place] = chosen;
        rewards[place] = earned;
        always[place] = weighed;
        first[place] = 0;
        last[place] = 0;
    }

    /** Counts a reward, if the arm has entered. */
    void reward(Ending ending, double shift) {
        int place = find(ending.arm());
        if (place >= 0) {
            rewards[place].add(ending.value());
            always[place].add(ending.attribution().weight(), ending.value() - shift);
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
            entries.add(new Entry(ids[i], decisions[i], rewards[i].copy(), always[i].copy(), first[i], last[i]));
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
            always[i].write(out);
            out.writeLong(first[i]);
            out.writeLong(last[i]);
        }
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @param layout 1 for one without weights and times
     */
    static FrequentArms read(StateReader in, int layout) {
        FrequentArms read = new FrequentArms();
        int n = in.readCount(CAPACITY);
        for (int i = 0; i < n; i++) {
            String id = Texts.read(in);
            if (read.find(id) >= 0) {
                throw new StateFormatException("the saved statistics have one arm twice");
            }
            read.put(
                    i,
                    id,
                    in.readTally(),
                    in.readTally(),
                    Moments.read(in),
                    layout == 1 ? new Weights() : Weights.read(in));
            read.first[i] = layout == 1 ? 0 : in.readLong();
            read.last[i] = layout == 1 ? 0 : in.readLong();
            read.size++;
        }
        return read;
    }
}
