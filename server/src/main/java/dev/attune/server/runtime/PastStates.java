package dev.attune.server.runtime;

import dev.attune.encode.Arm;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalFormatException;
import dev.attune.journal.JournalIndex;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.SnapshotFile;
import dev.attune.journal.SnapshotStore;
import dev.attune.live.LiveBandit;
import dev.attune.server.runtime.DecisionIds.DecisionRef;
import dev.attune.server.runtime.Residents.StoredState;
import dev.attune.server.runtime.ServiceException.Reason;
import dev.attune.state.StateFormatException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds the state of a bandit at any position of the journal, from a state before it and the events since. That state is in a snapshot, or was
 * kept in memory, while the bandit ran or during an earlier rebuild. Thread-safe.
 */
final class PastStates {
    private static final long MOST_BYTES =
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);

    /** Time of replay after which a state is kept, so that a later replay to any position on the way takes about as long. */
    private static final long KEEP_NANOS = 20_000_000;

    /** How much longer than writing a state its replay must have taken. */
    private static final int WRITE_SHARE = 10;

    /** Decisions of a running bandit after which its state is kept; more for a large state, in proportion. */
    private static final long KEEP_DECISIONS = 1_000;

    private static final long SMALL_BYTES = 200_000;

    /** The position of an event, the last that is in a kept state. */
    private record Place(int bandit, long position) {}

    private final JournalFolder folder;
    private final JournalIndex index;
    private final TreeMap<Place, byte[]> kept =
            new TreeMap<>(Comparator.comparingInt(Place::bandit).thenComparingLong(Place::position));
    private final Queue<Place> oldest = new ArrayDeque<>(); // guarded by this, as are kept and keptBytes
    private final Map<Integer, Long> due = new ConcurrentHashMap<>(); // number of decisions by bandit
    private long keptBytes;

    PastStates(JournalFolder folder) {
        this.folder = folder;
        this.index = new JournalIndex(folder);
    }

    /**
     * A rebuilt bandit.
     *
     * @param bandit with all its events up to the requested position
     * @param from position from which the journal was read
     * @param events number of replayed events of the bandit
     */
    record Rebuilt(LiveBandit bandit, long from, long events) {}

    /**
     * Rebuilds a bandit with all its events up to a position, comparing every decision.
     *
     * @throws ServiceException if the journal no longer has the events
     */
    Rebuilt stateAfter(Entry entry, long position) throws IOException {
        Rebuilt start = stateBefore(entry, position);
        LiveBandit bandit = start.bandit();
        long from = start.from();
        long events = 0;
        long next = System.nanoTime() + KEEP_NANOS;
        try (JournalReader reader = open(from)) {
            for (JournalRecord record = reader.next();
                    record != null && record.position() <= position;
                    record = reader.next()) {
                if (record.event().bandit() == entry.number() && !(record.event() instanceof JournalEvent.Created)) {
                    bandit.apply(record);
                    events++;
                    if (System.nanoTime() > next) {
                        next = keepOnTheWay(bandit, new Place(entry.number(), record.position()));
                    }
                }
            }
        }
        return new Rebuilt(bandit, from, events);
    }

    /** Keeps the state of a running bandit, in its turn, if enough has happened since the last time. */
    void offer(Entry entry, LiveBandit bandit) {
        long decisions = bandit.counters().decisions();
        Long next = due.putIfAbsent(entry.number(), decisions + KEEP_DECISIONS);
        if (next != null && decisions >= next) {
            byte[] state = bandit.write();
            keep(new Place(entry.number(), entry.applied()), state);
            due.put(entry.number(), decisions + KEEP_DECISIONS * Math.max(1, state.length / SMALL_BYTES));
        }
    }

    /** Keeps a state on the way of a replay; returns the time at which the next one is due. */
    private long keepOnTheWay(LiveBandit bandit, Place place) {
        long began = System.nanoTime();
        keep(place, bandit.write());
        long now = System.nanoTime();
        return now + Math.max(KEEP_NANOS, WRITE_SHARE * (now - began));
    }

    /** Keeps a state, and drops the oldest ones beyond the limit. */
    private synchronized void keep(Place place, byte[] state) {
        if (state.length <= MOST_BYTES && kept.put(place, state) == null) {
            oldest.add(place);
            keptBytes += state.length;
            while (keptBytes > MOST_BYTES) {
                byte[] old = kept.remove(oldest.remove());
                keptBytes -= old == null ? 0 : old.length;
            }
        }
    }

    private synchronized Map.@Nullable Entry<Place, byte[]> nearest(Place place) {
        return kept.floorEntry(place);
    }

    /**
     * Returns the ids of the catalogue that is in force after a position, without replaying decisions.
     *
     * @throws ServiceException if the journal no longer has the events
     */
    List<String> catalogueAfter(Entry entry, long position) throws IOException {
        Rebuilt start = stateBefore(entry, position);
        for (JournalRecord change : index.changes(entry.number(), start.from(), position)) {
            start.bandit().apply(change);
        }
        return start.bandit().catalogueArms().stream().map(Arm::id).toList();
    }

    /** Returns the rewards and the end of a decision up to a position. */
    List<JournalRecord> endings(DecisionRef ref, long to) throws IOException {
        return index.endings(ref.bandit(), ref.decision(), ref.position(), to);
    }

    /** Returns a bandit as the last state before a position has it, or new, and the position from which events are missing. */
    private Rebuilt stateBefore(Entry entry, long position) throws IOException {
        LiveBandit bandit = LiveBandit.create(entry.number(), entry.definition());
        long from = entry.created();
        Map.Entry<Place, byte[]> near = nearest(new Place(entry.number(), position));
        if (near != null && near.getKey().bandit() == entry.number()) {
            bandit = LiveBandit.read(entry.number(), near.getValue());
            from = near.getKey().position() + 1;
        }
        Optional<SnapshotFile> latest = SnapshotStore.latest(folder, position, damaged -> {});
        if (latest.isPresent()) {
            try (SnapshotFile snapshot = latest.get()) {
                if (snapshot.bandits().contains(entry.number())) {
                    StoredState stored = StoredState.of(snapshot.state(entry.number()));
                    if (stored.applied() <= position // this part may be younger than the snapshot
                            && stored.applied() >= from) {
                        bandit = LiveBandit.read(entry.number(), stored.state());
                        from = stored.applied() + 1;
                    }
                }
            } catch (StateFormatException e) {
                throw new JournalFormatException(
                        position, "a state of " + entry.name() + " cannot be read: " + e.getMessage());
            }
        }
        return new Rebuilt(bandit, from, 0);
    }

    /** Opens the journal at its first kept event. */
    JournalReader openAtStart() throws IOException {
        return JournalReader.openAtStart(folder);
    }

    /**
     * Opens the journal at a position.
     *
     * @throws ServiceException if it begins later
     */
    JournalReader open(long from) throws IOException {
        try {
            return index.open(from);
        } catch (JournalFormatException e) {
            try (JournalReader first = JournalReader.openAtStart(folder)) {
                if (first.position() > from) {
                    throw new ServiceException(
                            Reason.NOT_KEPT, "the journal is no longer kept from position " + from + " on", e);
                }
            }
            throw e;
        }
    }
}
