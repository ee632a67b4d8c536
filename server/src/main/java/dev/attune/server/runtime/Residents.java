package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who is in memory. Those that were used longest ago leave when there are too many. */
final class Residents {
    private final int limit;
    private final States states;
    private final Map<Entry, Boolean> order = new LinkedHashMap<>(16, 0.75f, true); // by last use; guarded by itself

    Residents(int limit, States states) {
        this.limit = limit;
        this.states = states;
    }

    /** The bandit of an entry, brought into memory if need be. Only in its turn. */
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

    /** Those that should leave, taken off the list; each may stay if it is used before it does. */
    List<Entry> surplus() {
        synchronized (order) {
            List<Entry> out = new ArrayList<>();
            for (Iterator<Entry> oldest = order.keySet().iterator(); order.size() > limit; ) {
                out.add(oldest.next());
                oldest.remove();
            }
            return out;
        }
    }

    /** Lets a bandit leave, unless it was used since. Only in its turn. */
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

    /** A bandit is no more. */
    void forget(Entry entry) {
        synchronized (order) {
            order.remove(entry);
        }
        states.forget(entry);
    }

    /** How many are in memory. */
    int size() {
        synchronized (order) {
            return order.size();
        }
    }
}
