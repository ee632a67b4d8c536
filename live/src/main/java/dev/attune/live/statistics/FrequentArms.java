package dev.attune.live.statistics;

import dev.attune.live.statistics.BanditStatistics.Ending;
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
        String id;
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

        private static Entry of(String id) {
            return new Entry(id, new Moments(), new Weights());
        }

        private Entry copy() {
            Entry copy = new Entry(id, rewards.copy(), always.copy());
            copy.guard = guard;
            copy.decisions = decisions;
            copy.first = first;
            copy.last = last;
            return copy;
        }

        private Entry transfer(SavedFields saved) {
            id = saved.text(id);
            guard = saved.count(guard);
            decisions = saved.count(decisions);
            rewards.transfer(saved);
            always.transfer(saved);
            first = saved.any(first);
            last = saved.any(last);
            return this;
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
        put(place, Entry.of(id));
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

    void transfer(SavedFields saved) {
        saved.list(entries, CAPACITY, () -> Entry.of(""), entry -> entry.transfer(saved));
        for (int i = 0; i < entries.size(); i++) {
            places.put(entries.get(i).id, i);
        }
        saved.require(places.size() == entries.size(), "one arm twice");
    }
}
