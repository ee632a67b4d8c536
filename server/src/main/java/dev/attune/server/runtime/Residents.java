package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The bandits in memory; the least recently used ones are removed when there are too many. */
final class Residents {
    private final int limit;
    private final StateStore states;
    private final Map<Entry, Boolean> order = new LinkedHashMap<>(16, 0.75f, true); // by last use; guarded by itself

    Residents(int limit, StateStore states) {
        this.limit = limit;
        this.states = states;
    }

    /** Returns the bandit of an entry during its turn, loading it if necessary. */
    LiveBandit use(Entry entry) throws IOException {
        LiveBandit there = entry.bandit();
        if (there == null) {
            there = states.load(entry);
            entry.enter(there);
        }
        synchronized (order) {
            order.put(entry, true);
        }
        return there;
    }

    /** Removes and returns the entries to unload; one that is used before it is unloaded stays. */
    List<Entry> surplus() {
        if (!states.mayKeep()) {
            return List.of(); // or every turn would try all of them again
        }
        synchronized (order) {
            List<Entry> out = new ArrayList<>();
            for (Iterator<Entry> oldest = order.keySet().iterator(); order.size() > limit; ) {
                out.add(oldest.next());
                oldest.remove();
            }
            return out;
        }
    }

    /** Keeps a bandit in memory if there is room for it, and unloads it otherwise, so that those in memory stay there. */
    void useOrLeave(Entry entry) throws IOException {
        use(entry);
        synchronized (order) {
            if (order.size() <= limit) {
                return;
            }
            order.remove(entry);
        }
        leave(entry);
    }

    /** Unloads a bandit during its turn, unless it was used since. */
    boolean leave(Entry entry) {
        synchronized (order) {
            if (order.containsKey(entry)) {
                return false;
            }
        }
        LiveBandit there = entry.bandit();
        if (there == null || entry.gone()) {
            return false;
        }
        if (!states.keep(entry, there)) {
            use(entry, there);
            return false;
        }
        entry.leave();
        return true;
    }

    private void use(Entry entry, LiveBandit there) {
        entry.enter(there);
        synchronized (order) {
            order.put(entry, true);
        }
    }

    /** Removes a deleted bandit. */
    void forget(Entry entry) {
        synchronized (order) {
            order.remove(entry);
        }
        states.forget(entry);
    }

    /** Returns the number of bandits in memory. */
    int size() {
        synchronized (order) {
            return order.size();
        }
    }
}
