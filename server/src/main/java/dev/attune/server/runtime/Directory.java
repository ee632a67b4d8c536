package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.server.runtime.ServiceException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** All bandits, by number and by name, without deleted ones. Numbers are never reused. Thread-safe. */
final class Directory {
    private final Map<Integer, Entry> byNumber = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<String, Entry> byName = new ConcurrentSkipListMap<>();
    private int next = 1; // guarded by this

    /**
     * The bandits of a snapshot.
     *
     * @param position every bandit created at or before this position of the journal is contained, or was deleted
     * @param next the number of the next bandit
     */
    record Cut(long position, int next, List<Entry> entries) {
        Cut {
            entries = List.copyOf(entries);
        }
    }

    /**
     * Adds a new bandit.
     *
     * @param appender appends the creation of the bandit with the given number to the journal; returns its position
     * @throws ServiceException if another one has the name; nothing was appended
     */
    synchronized Entry create(String name, LiveDefinition definition, String text, IntToLongFunction appender) {
        if (byName.containsKey(name)) {
            throw new ServiceException(Reason.NAME_TAKEN, "another bandit is called " + name);
        }
        LiveBandit bandit = LiveBandit.create(next, definition); // throws before any effect
        long position = appender.applyAsLong(next);
        Entry entry = new Entry(next, name, definition, text, position, position);
        entry.enter(bandit);
        add(entry);
        return entry;
    }

    /** Adds an existing bandit. */
    synchronized void add(Entry entry) {
        byNumber.put(entry.number(), entry);
        byName.put(entry.name(), entry);
        next = Math.max(next, entry.number() + 1);
    }

    synchronized void remove(Entry entry) {
        byNumber.remove(entry.number());
        byName.remove(entry.name(), entry);
    }

    /** Returns the number of the next bandit. */
    synchronized int next() {
        return next;
    }

    synchronized void next(int number) {
        next = Math.max(next, number);
    }

    /** Returns all bandits, under the lock of their creation, so that none is missed between position and list. */
    synchronized Cut cut(LongSupplier position) {
        return new Cut(position.getAsLong(), next, new ArrayList<>(byNumber.values()));
    }

    @Nullable
    Entry find(int number) {
        return byNumber.get(number);
    }

    Optional<Entry> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    Entry require(String name) {
        return find(name).orElseThrow(() -> ServiceException.noBandit(name));
    }

    Iterable<Entry> all() {
        return byName.values();
    }

    int size() {
        return byName.size();
    }

    List<BanditOverview> list(String after, int limit) {
        List<BanditOverview> page = new ArrayList<>();
        for (Entry entry : byName.tailMap(after, false).values()) {
            if (page.size() >= limit) {
                break;
            }
            page.add(entry.summary());
        }
        return page;
    }
}
