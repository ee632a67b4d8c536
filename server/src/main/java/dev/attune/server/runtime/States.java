package dev.attune.server.runtime;

import dev.attune.journal.JournalFormatException;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Snapshot;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the state of a bandit is that is not in memory: in the last snapshot if nothing has happened to it since, or else in a swap file.
 * Swap files are not made durable, and a start deletes them: what they hold follows from the last snapshot and the journal. If one
 * cannot be read, the same is done at once.
 */
final class States implements Closeable {
    private static final String SWAP = "swap";

    private final Path swap;
    private final JournalWriter journal;
    private final History history;
    private final RuntimeListener listener;
    private final ReadWriteLock lock =
            new ReentrantReadWriteLock(); // of the snapshot, so that it is not closed while it is read
    private @Nullable Snapshot snapshot;

    States(Path folder, Optional<Snapshot> snapshot, JournalWriter journal, History history, RuntimeListener listener)
            throws IOException {
        this.journal = journal;
        this.swap = folder.resolve(SWAP);
        this.snapshot = snapshot.orElse(null);
        this.history = history;
        this.listener = listener;
        Files.createDirectories(swap);
        try (Stream<Path> left = Files.list(swap)) {
            for (Path file : left.toList()) {
                Files.delete(file);
            }
        }
    }

    /** The state of an entry, as a bandit. Only in its turn. */
    LiveBandit load(Entry entry) throws IOException {
        if (!entry.spoilt()) {
            try {
                return LiveBandit.read(entry.number(), stored(entry).state());
            } catch (IOException | StateFormatException e) {
                listener.warning("the state of " + entry.name() + " is made again from the journal: " + e.getMessage());
            }
        }
        try {
            journal.awaitDurable(entry.applied()); // so that all of it can be read
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + entry.name() + " was made again");
        }
        return history.stateAfter(entry, entry.applied()).bandit();
    }

    /** The state of an entry that is not in memory. Only in its turn. */
    Stored stored(Entry entry) throws IOException {
        Stored found = entry.inSnapshot() == entry.applied()
                ? inSnapshot(entry.number())
                : Stored.of(Files.readAllBytes(file(entry)));
        if (found.applied() != entry.applied()) {
            throw new JournalFormatException(
                    entry.applied(),
                    "the stored state of " + entry.name() + " is of position " + found.applied() + ", not of "
                            + entry.applied());
        }
        return found;
    }

    private Stored inSnapshot(int number) throws IOException {
        lock.readLock().lock();
        try {
            if (snapshot == null) {
                throw new JournalFormatException(0, "there is no snapshot");
            }
            return Stored.of(snapshot.state(number));
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Puts a state where it can be found again; whether that worked. Only in its turn. */
    boolean keep(Entry entry, LiveBandit bandit) {
        if (entry.inSnapshot() == entry.applied()) {
            return true;
        }
        try {
            Files.write(file(entry), new Stored(entry.applied(), bandit.write()).toBytes());
            return true;
        } catch (IOException e) {
            listener.warning(entry.name() + " stays in memory, because its state cannot be written: " + e.getMessage());
            return false;
        }
    }

    /** Deletes what is kept of a bandit that is no more. */
    void forget(Entry entry) {
        try {
            Files.deleteIfExists(file(entry));
        } catch (IOException e) {
            listener.warning("the swap file of " + entry.name() + " cannot be deleted: " + e.getMessage());
        }
    }

    /** Reads from another snapshot from now on; the entries must not say that they are in it before. */
    void use(Snapshot latest) throws IOException {
        lock.writeLock().lock();
        try {
            Snapshot before = snapshot;
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
