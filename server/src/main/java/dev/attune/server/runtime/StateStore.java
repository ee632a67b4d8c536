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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The states of bandits that are not in memory: in the last snapshot if the bandit has not changed since, otherwise in a swap file. Swap files
 * are not durable, and deleted at the start: a state can always be rebuilt from the last snapshot and the journal, also if its swap file cannot
 * be read.
 */
final class StateStore implements Closeable {
    private static final String SWAP = "swap";

    /** Time without attempts after a state could not be written, as on a full disk. */
    static final long PAUSE_MILLIS = 60_000;

    private final Path swap;
    private final JournalWriter journal;
    private final PastStates past;
    private final LongSupplier clock;
    private final RuntimeListener listener;
    private long unwritten; // states since the last warning about them; guarded by this, as is resumed
    private long resumed = Long.MIN_VALUE; // when the last pause ends
    private final ReadWriteLock lock =
            new ReentrantReadWriteLock(); // of the snapshot, which must not be closed while it is read
    private @Nullable SnapshotFile snapshot;

    StateStore(
            Path folder,
            Optional<SnapshotFile> snapshot,
            JournalWriter journal,
            PastStates past,
            LongSupplier clock,
            RuntimeListener listener)
            throws IOException {
        this.journal = journal;
        this.swap = folder.resolve(SWAP);
        this.snapshot = snapshot.orElse(null);
        this.past = past;
        this.clock = clock;
        this.listener = listener;
        OwnerOnly.folder(swap);
        try (Stream<Path> left = Files.list(swap)) {
            for (Path file : left.toList()) {
                Files.delete(file);
            }
        }
    }

    /** Loads the bandit of an entry during its turn. */
    LiveBandit load(Entry entry) throws IOException {
        if (!entry.spoilt()) {
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

    /** Returns the state of an entry that is not in memory, during its turn. */
    StoredState stored(Entry entry) throws IOException {
        StoredState found = entry.inSnapshot() == entry.applied()
                ? inSnapshot(entry.number())
                : StoredState.of(Files.readAllBytes(file(entry)));
        if (found.applied() != entry.applied()) {
            throw new JournalFormatException(
                    entry.applied(),
                    "the stored state of " + entry.name() + " is of position " + found.applied() + ", not of "
                            + entry.applied());
        }
        return found;
    }

    private StoredState inSnapshot(int number) throws IOException {
        lock.readLock().lock();
        try {
            if (snapshot == null) {
                throw new JournalFormatException(0, "there is no snapshot");
            }
            return StoredState.of(snapshot.state(number));
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Stores a state during a turn; returns whether that worked. */
    boolean keep(Entry entry, LiveBandit bandit) {
        if (entry.inSnapshot() == entry.applied()) {
            return true;
        }
        try {
            OwnerOnly.write(file(entry), new StoredState(entry.applied(), bandit.write()).toBytes());
            return true;
        } catch (IOException e) {
            notWritten(entry, e);
            return false;
        }
    }

    /** Returns whether states are to be written: not for a while after that has failed. */
    synchronized boolean mayKeep() {
        return clock.getAsLong() >= resumed;
    }

    /** Warns once in a pause: several bandits may be about to leave memory when the first of them fails. */
    private synchronized void notWritten(Entry entry, IOException e) {
        unwritten++;
        if (mayKeep()) {
            resumed = clock.getAsLong() + PAUSE_MILLIS;
            listener.warning("bandits stay in memory, because their states cannot be written: " + e.getMessage() + " ("
                    + unwritten + " times since the last such line, at last " + entry.name() + ")");
            unwritten = 0;
        }
    }

    /** Deletes the swap file of a deleted bandit. */
    void forget(Entry entry) {
        try {
            Files.deleteIfExists(file(entry));
        } catch (IOException e) {
            listener.warning("the swap file of " + entry.name() + " cannot be deleted: " + e.getMessage());
        }
    }

    /** Switches to another snapshot; entries must not refer to it before. */
    void use(SnapshotFile latest) throws IOException {
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
        lock.writeLock().lock();
        try {
            if (snapshot != null) {
                snapshot.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private Path file(Entry entry) {
        return swap.resolve(entry.number() + ".state");
    }
}
