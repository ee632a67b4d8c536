package dev.attune.server.runtime;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFormatException;
import dev.attune.live.Change;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.server.runtime.Entry.Status;
import dev.attune.server.runtime.ServiceException.Reason;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** All bandits, by number and by name, without deleted ones. Numbers are never reused. Thread-safe. */
final class Directory {
    /** Number of the part of a snapshot that has all bandits with their counters, as JSON. */
    static final int PART = 0;

    private static final int VERSION = 1;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    private final Map<Integer, Entry> byNumber = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<String, Entry> byName = new ConcurrentSkipListMap<>();
    private int next = 1; // guarded by this

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
        Entry entry = new Entry(next, name, definition, text, appender.applyAsLong(next));
        entry.load(bandit);
        add(entry);
        return entry;
    }

    /**
     * Adds the bandit that an event of the journal creates, or removes the one that it deletes.
     *
     * @return the added bandit; null if there is none, or it is contained already, or was deleted
     * @throws JournalFormatException if the bandit cannot be created
     */
    synchronized @Nullable Entry replay(JournalEvent event, long position) throws JournalFormatException {
        if (event instanceof JournalEvent.Created created && created.bandit() >= next) {
            try {
                String text = created.definition();
                Entry entry = new Entry(created.bandit(), created.name(), DefinitionJson.parse(text), text, position);
                add(entry);
                return entry;
            } catch (IllegalArgumentException e) {
                throw cannotCreate(created.name(), position, e);
            }
        }
        Entry deleted = isDeletion(event) ? find(event.bandit()) : null;
        if (deleted != null) {
            remove(deleted);
        }
        return null;
    }

    static boolean isDeletion(JournalEvent event) {
        return event instanceof JournalEvent.Changed changed && changed.what().equals(Change.What.DELETE.text());
    }

    static JournalFormatException cannotCreate(String name, long position, IllegalArgumentException e) {
        return new JournalFormatException(
                position, "position " + position + ": " + name + " cannot be created: " + e.getMessage());
    }

    private synchronized void add(Entry entry) {
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

    /** Returns all bandits, by name. */
    Collection<Entry> all() {
        return byName.values();
    }

    List<BanditView.Summary> list(String after, int limit) {
        return byName.tailMap(after, false).values().stream()
                .limit(limit)
                .map(Entry::summary)
                .toList();
    }

    // --- in a snapshot

    /**
     * The bandits of a snapshot.
     *
     * @param position every bandit created at or before this position of the journal is contained, or was deleted
     * @param next the number of the next bandit
     */
    record Cut(long position, int next, List<Entry> entries) {}

    /** Returns all bandits, under the lock of their creation, so that none is missed between position and list. */
    synchronized Cut cut(LongSupplier position) {
        return new Cut(position.getAsLong(), next, List.copyOf(byNumber.values()));
    }

    /**
     * A bandit whose state is a part of the snapshot.
     *
     * @param applied up to which position of the journal that state is complete
     * @param nextDeadline null if no decision waits
     */
    record Saved(
            int number,
            String name,
            long created,
            long applied,
            boolean paused,
            long decisions,
            long learnt,
            long waiting,
            long expired,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long nextDeadline,

            String definition) {
        Saved {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(definition, "definition");
        }

        static Saved of(Entry entry, long applied, Status status) {
            BanditCounters counters = status.counters();
            return new Saved(
                    entry.number(),
                    entry.name(),
                    entry.created(),
                    applied,
                    status.paused(),
                    counters.decisions(),
                    counters.learnt(),
                    counters.waiting(),
                    counters.expired(),
                    status.nextDeadline() == Long.MAX_VALUE ? null : status.nextDeadline(),
                    entry.text());
        }

        Entry entry() {
            Entry entry = new Entry(number, name, DefinitionJson.parse(definition), definition, created);
            entry.applied(applied);
            entry.inSnapshot(applied);
            entry.status(new Status(
                    paused,
                    BanditCounters.of(decisions, learnt, expired, waiting),
                    nextDeadline == null ? Long.MAX_VALUE : nextDeadline));
            return entry;
        }
    }

    private record Saves(int version, int next, List<Saved> bandits) {}

    /** Returns the part of a snapshot with these bandits. */
    static byte[] write(int next, Collection<Saved> bandits) throws IOException {
        return JSON.writeValueAsBytes(new Saves(VERSION, next, List.copyOf(bandits)));
    }

    /** Adds the bandits of a snapshot; they are not loaded. */
    synchronized void read(byte[] part) throws IOException {
        try {
            int version = JSON.readTree(part).path("version").asInt();
            if (version != VERSION) {
                throw damaged("version " + version + ", this program reads version " + VERSION);
            }
            Saves saved = JSON.readValue(part, Saves.class);
            saved.bandits.forEach(bandit -> add(bandit.entry()));
            next = Math.max(next, saved.next);
        } catch (JacksonException | IllegalArgumentException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    private static JournalFormatException damaged(String reason) {
        return new JournalFormatException(0, "the directory of the snapshot cannot be read: " + reason);
    }
}
