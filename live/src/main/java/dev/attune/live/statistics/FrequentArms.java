package dev.attune.live.statistics;

import dev.attune.live.statistics.BanditStatistics.Ending;
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

    /** An arm with its numbers since it entered. */
    static final class Entry {
        final String id;
        final Moments rewards;
        final Weights always; // its rewards with the weights of their decisions, for the value of always choosing it
        long guard;
        long decisions;
        long first; // time of its first choice
        long last; // time of its last choice

        Entry(String id, Moments rewards, Weights always) {
            this.id = id;
            this.rewards = rewards;
            this.always = always;
        }

        private Entry copy() {
            Entry copy = new Entry(id, rewards.copy(), always.copy());
            copy.guard = guard;
            copy.decisions = decisions;
            copy.first = first;
            copy.last = last;
            return copy;
        }

        private void write(StateWriter out) {
            PackedText.write(out, id);
            out.writeLong(guard);
            out.writeLong(decisions);
            rewards.write(out);
            always.write(out);
            out.writeLong(first);
            out.writeLong(last);
        }

        private static Entry read(StateReader in, int layout) {
            String id = PackedText.read(in);
            long guard = in.readTally();
            long decisions = in.readTally();
            Entry read = new Entry(id, Moments.read(in), layout == 1 ? new Weights() : Weights.read(in));
            read.guard = guard;
            read.decisions = decisions;
            read.first = layout == 1 ? 0 : in.readLong();
            read.last = layout == 1 ? 0 : in.readLong();
            return read;
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Integer> places = new HashMap<>();

    /** Returns the index of an arm, or -1. */
    int find(String id) {
        return places.getOrDefault(id, -1);
    }

    /** Counts a choice of the arm at an index. */
    void choose(int place, long time) {
        Entry entry = entries.get(place);
        entry.guard++;
        if (entry.decisions++ == 0) {
            entry.first = time;
        }
        entry.last = time;
    }

    /** Enters a new arm, possibly in place of another; returns its index, or -1 if it was not entered. */
    int enter(String id) {
        int place = entries.size();
        if (place == CAPACITY) {
            place = 0;
            while (place < CAPACITY && entries.get(place).guard > 0) {
                place++;
            }
            if (place == CAPACITY) {
                entries.forEach(entry -> entry.guard--);
                return -1;
            }
        }
        put(place, new Entry(id, new Moments(), new Weights()));
        return place;
    }

    private void put(int place, Entry entry) {
        if (place == entries.size()) {
            entries.add(entry);
        } else {
            places.remove(entries.set(place, entry).id);
        }
        places.put(entry.id, place);
    }

    /** Counts a reward, if the arm has entered. */
    void reward(Ending ending, double shift) {
        int place = find(ending.arm());
        if (place >= 0) {
            Entry entry = entries.get(place);
            entry.rewards.add(ending.value());
            entry.always.add(ending.attribution().weight(), ending.value() - shift);
        }
    }

    int size() {
        return entries.size();
    }

    /** Returns the arm at an index. */
    String id(int place) {
        return entries.get(place).id;
    }

    /** Returns a copy of all entries, by the ids of the arms. */
    Map<String, Entry> copy() {
        Map<String, Entry> copy = new HashMap<>();
        entries.forEach(entry -> copy.put(entry.id, entry.copy()));
        return copy;
    }

    void write(StateWriter out) {
        out.writeInt(entries.size());
        entries.forEach(entry -> entry.write(out));
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
            Entry entry = Entry.read(in, layout);
            if (read.find(entry.id) >= 0) {
                throw new StateFormatException("the saved statistics have one arm twice");
            }
            read.put(i, entry);
        }
        return read;
    }
}
