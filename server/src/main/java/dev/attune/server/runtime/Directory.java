package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** All bandits, by number and by name. Deleted ones are not in it; their numbers are never given again. */
final class Directory {
    private final Map<Integer, Entry> byNumber = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<String, Entry> byName = new ConcurrentSkipListMap<>();
    private int next = 1; // guarded by this

    /**
     * All that a snapshot has to have.
     *
     * @param position every bandit that began at or before this position of the journal is here, or was deleted
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
     * @param teller tells the journal of the bandit with the given number; where it did
     * @throws NameTakenException if another one has the name; the journal was told nothing
     */
    synchronized Entry create(String name, LiveDefinition definition, String text, IntToLongFunction teller) {
        if (byName.containsKey(name)) {
            throw new NameTakenException("another bandit is called " + name);
        }
        LiveBandit bandit = LiveBandit.create(next, definition); // if it cannot be made, nothing has happened
        long position = teller.applyAsLong(next);
        Entry entry = new Entry(next, name, definition, text, position, position);
        entry.enter(bandit);
        add(entry);
        return entry;
    }

    /** Adds a bandit that is known from before. */
    synchronized void add(Entry entry) {
        byNumber.put(entry.number(), entry);
        byName.put(entry.name(), entry);
        next = Math.max(next, entry.number() + 1);
    }

    synchronized void remove(Entry entry) {
        byNumber.remove(entry.number());
        byName.remove(entry.name(), entry);
    }

    /** Numbers below this one were given. */
    synchronized int next() {
        return next;
    }

    synchronized void next(int number) {
        next = Math.max(next, number);
    }

    /** Under the lock under which bandits begin, so that none falls between the position and the list. */
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
        return find(name).orElseThrow(() -> new NoSuchBanditException("there is no bandit called " + name));
    }

    Iterable<Entry> all() {
        return byName.values();
    }

    int size() {
        return byName.size();
    }

    List<BanditSummary> list(String after, int limit) {
        List<BanditSummary> page = new ArrayList<>();
        for (Entry entry : byName.tailMap(after, false).values()) {
            if (page.size() >= limit) {
                break;
            }
            page.add(entry.summary());
        }
        return page;
    }
}
