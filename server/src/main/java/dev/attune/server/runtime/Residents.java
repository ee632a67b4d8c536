package dev.attune.server.runtime;

import dev.attune.journal.JournalFormatException;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.OwnerOnly;
import dev.attune.journal.SnapshotFile;
import dev.attune.live.LiveBandit;
import dev.attune.state.StateFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The bandits in memory; the least recently used ones are unloaded when there are too many. The state of a bandit that is not in memory is in the last
 * snapshot if the bandit has not changed since, otherwise in a swap file. Swap files are not durable, and deleted at the start: a state can always be
 * rebuilt from the last snapshot and the journal, also if its swap file cannot be read.
 */
final class Residents implements Closeable {
    private static final String SWAP = "swap";

    /** Time without attempts after a state could not be written, as on a full disk. */
    static final long PAUSE_MILLIS = 60_000;

    private final int limit;
    private final Path swap;
    private final JournalWriter journal;
    private final PastStates past;
    private final LongSupplier clock;
    private final RuntimeListener listener;
    private final Map<Entry, Boolean> order = new LinkedHashMap<>(16, 0.75f, true); // by last use; guarded by itself
    private long unwritten; // states since the last warning about them; guarded by this, as is resumed
    private long resumed = Long.MIN_VALUE; // when the last pause ends
    private final ReadWriteLock lock =
            new ReentrantReadWriteLock(); // of the snapshot, which must not be closed while it is read
    private @Nullable SnapshotFile snapshot;

    /**
     * The state of a bandit in a snapshot or in a swap file: the position of the journal up to which it is complete (8 bytes, big-endian), and the
     * state.
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared or changed
    record StoredState(long applied, byte[] state) {
        byte[] toBytes() {
            return ByteBuffer.allocate(Long.BYTES + state.length)
                    .putLong(applied)
                    .put(state)
                    .array();
        }

        static StoredState of(byte[] bytes) throws JournalFormatException {
            if (bytes.length < Long.BYTES) {
                throw new JournalFormatException(0, "a stored state of " + bytes.length + " bytes is too short");
            }
            return new StoredState(
                    ByteBuffer.wrap(bytes).getLong(), Arrays.copyOfRange(bytes, Long.BYTES, bytes.length));
        }
    }

    Residents(
            RuntimeOptions options,
            Optional<SnapshotFile> snapshot,
            JournalWriter journal,
            PastStates past,
            RuntimeListener listener)
            throws IOException {
        this.limit = options.capacity().residents();
        this.swap = options.folder().resolve(SWAP);
        this.snapshot = snapshot.orElse(null);
        this.journal = journal;
        this.past = past;
        this.clock = options.clock();
        this.listener = listener;
        OwnerOnly.folder(swap);
        try (Stream<Path> left = Files.list(swap)) {
            for (Path file : left.toList()) {
                Files.delete(file);
            }
        }
    }

    /** Returns the bandit of an entry during its turn, loading it if necessary. */
    LiveBandit use(Entry entry) throws IOException {
        LiveBandit there = entry.bandit();
        if (there == null) {
            there = load(entry);
            entry.load(there);
        }
        synchronized (order) {
            order.put(entry, true);
        }
        return there;
    }

    private LiveBandit load(Entry entry) throws IOException {
        if (!entry.isInvalid()) {
            try {
                return LiveBandit.read(entry.number(), stored(entry).state());
            } catch (IOException | StateFormatException e) {
                listener.warning("the state of " + entry.name() + " is rebuilt from the journal: " + e.getMessage());
            }
        }
        try {
            journal.awaitDurable(entry.applied()); // so that all of it can be read
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + entry.name() + " was rebuilt");
        }
        return past.stateAfter(entry, entry.applied()).bandit();
    }

    /** Returns the state of an entry that is not in memory, or has not changed since the last snapshot, during its turn. */
    StoredState stored(Entry entry) throws IOException {
        StoredState found =
                StoredState.of(entry.isInSnapshot() ? inSnapshot(entry.number()) : Files.readAllBytes(file(entry)));
        if (found.applied() != entry.applied()) {
            throw new JournalFormatException(
                    entry.applied(),
                    "the stored state of " + entry.name() + " is of position " + found.applied() + ", not of "
                            + entry.applied());
        }
        return found;
    }

    private byte[] inSnapshot(int number) throws IOException {
        lock.readLock().lock();
        try {
            if (snapshot == null) {
                throw new JournalFormatException(0, "there is no snapshot");
            }
            return snapshot.state(number);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Removes and returns the entries to unload; one that is used before it is unloaded stays. */
    List<Entry> surplus() {
        if (!mayWrite()) {
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
    void useOrUnload(Entry entry) throws IOException {
        use(entry);
        synchronized (order) {
            if (order.size() <= limit) {
                return;
            }
            order.remove(entry);
        }
        unload(entry);
    }

    /** Unloads a bandit during its turn, unless it was used since, or its state cannot be written. */
    void unload(Entry entry) {
        synchronized (order) {
            if (order.containsKey(entry)) {
                return;
            }
        }
        LiveBandit there = entry.bandit();
        if (there == null || entry.isDeleted()) {
            return;
        }
        if (!entry.isInSnapshot()) {
            try {
                OwnerOnly.write(file(entry), new StoredState(entry.applied(), there.write()).toBytes());
            } catch (IOException e) {
                notWritten(entry, e);
                synchronized (order) {
                    order.put(entry, true);
                }
                return;
            }
        }
        entry.unload();
    }

    /** Returns whether states are to be written: not for a while after that has failed. */
    private synchronized boolean mayWrite() {
        return clock.getAsLong() >= resumed;
    }

    /** Warns once in a pause: several bandits may be about to leave memory when the first of them fails. */
    private synchronized void notWritten(Entry entry, IOException e) {
        unwritten++;
        if (mayWrite()) {
            resumed = clock.getAsLong() + PAUSE_MILLIS;
            listener.warning("bandits stay in memory, because their states cannot be written: " + e.getMessage() + " ("
                    + unwritten + " times since the last such line, at last " + entry.name() + ")");
            unwritten = 0;
        }
    }

    /** Ends a bandit that is deleted in this turn, and deletes its swap file. */
    void forget(Entry entry) {
        entry.delete();
        synchronized (order) {
            order.remove(entry);
        }
        try {
            Files.deleteIfExists(file(entry));
        } catch (IOException e) {
            listener.warning("the swap file of " + entry.name() + " cannot be deleted: " + e.getMessage());
        }
    }

    /** Returns the number of bandits in memory. */
    int size() {
        synchronized (order) {
            return order.size();
        }
    }

    /** Switches to another snapshot, null for none; entries must not refer to it before. */
    void readFrom(@Nullable SnapshotFile latest) throws IOException {
        lock.writeLock().lock();
        try {
            SnapshotFile before = snapshot;
            snapshot = latest;
            if (before != null) {
                before.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void close() throws IOException {
        readFrom(null);
    }

    private Path file(Entry entry) {
        return swap.resolve(entry.number() + ".state");
    }
}
