package dev.attune.server.runtime;

import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalFailedException;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.SnapshotFile;
import dev.attune.journal.SnapshotStore;
import dev.attune.journal.SnapshotWriter;
import dev.attune.live.LiveBandit;
import dev.attune.server.runtime.Entry.Status;
import dev.attune.server.runtime.Residents.StoredState;
import dev.attune.server.runtime.Writers.Turn;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/**
 * Takes snapshots while bandits run. A snapshot has the position P at which it was started. The states are taken one by one, each in a turn of its
 * bandit, so each is complete up to a position of its own, at or after P. A recovery starts after P, and each bandit skips the events that its state
 * contains. So no bandit waits for another.
 */
final class SnapshotKeeper {
    private static final long POLL_MILLIS = 100;

    /** Pause after a failure, such as a full disk. */
    private static final long RETRY_MILLIS = 30_000;

    /** A state with its line of the directory. */
    private record Part(Directory.Saved line, StoredState stored) {}

    private final FolderLock lock;
    private final RuntimeOptions options;
    private final JournalWriter journal;
    private final Directory directory;
    private final Residents residents;
    private final Writers writers;
    private final RuntimeListener listener;
    private final SnapshotStore store;
    private final RepeatingThread thread = new RepeatingThread("attune-snapshots", this::takeIfDue);
    private long lastPosition; // guarded by this, as is lastTime
    private long lastTime;

    SnapshotKeeper(
            FolderLock lock,
            RuntimeOptions options,
            JournalWriter journal,
            Directory directory,
            Residents residents,
            Writers writers,
            RuntimeListener listener) {
        this.lock = lock;
        this.options = options;
        this.journal = journal;
        this.directory = directory;
        this.residents = residents;
        this.writers = writers;
        this.listener = listener;
        this.store = new SnapshotStore(lock, options.journal().disk());
    }

    /** Starts; the last snapshot has this position, 0 if there is none. */
    void start(long last) {
        synchronized (this) {
            lastPosition = last;
            lastTime = options.clock().getAsLong();
        }
        thread.start();
    }

    private synchronized boolean isDue() {
        long events = journal.lastPosition() - lastPosition;
        boolean old = options.clock().getAsLong() - lastTime
                >= options.snapshots().age().toMillis();
        return events >= options.snapshots().events() || (old && events > 0);
    }

    private long takeIfDue() throws InterruptedException {
        try {
            if (isDue()) {
                take();
            }
            return POLL_MILLIS;
        } catch (IOException | RuntimeException e) {
            if (journal.failure().isEmpty()) {
                listener.warning("no snapshot could be taken, the journal continues: " + e.getMessage());
            }
            return RETRY_MILLIS;
        }
    }

    /** Takes a snapshot now, unless there are no new events. */
    synchronized void take() throws IOException, InterruptedException {
        Directory.Cut cut = directory.cut(journal::lastPosition);
        if (cut.position() == lastPosition) {
            return;
        }
        long began = System.nanoTime();
        journal.awaitDurable(cut.position());
        Map<Entry, Directory.Saved> lines = new LinkedHashMap<>();
        try (SnapshotWriter out = store.begin(cut.position(), options.clock().getAsLong())) {
            for (Entry entry : cut.entries()) {
                Optional<Part> part = part(entry);
                if (part.isPresent()) {
                    out.add(entry.number(), part.get().stored().toBytes());
                    lines.put(entry, part.get().line());
                }
            }
            out.add(Directory.PART, Directory.write(cut.next(), lines.values()));
            journal.awaitDurable(journal.lastPosition()); // a state must not contain events that could still be lost
            out.commit();
        }
        SnapshotFile fresh =
                store.latest(listener::warning).orElseThrow(() -> new IOException("the new snapshot is missing"));
        if (fresh.position() != cut.position()) {
            fresh.close();
            throw new IOException("the new snapshot cannot be read");
        }
        residents.readFrom(fresh);
        lines.forEach((entry, line) -> entry.inSnapshot(line.applied()));
        lastPosition = cut.position();
        lastTime = options.clock().getAsLong();
        listener.snapshot(cut.position(), fresh.bytes(), Duration.ofNanos(System.nanoTime() - began));
        try {
            options.snapshots()
                    .retention()
                    .apply(lock, Long.MAX_VALUE, lastTime); // waiting decisions are in the states
        } catch (IOException e) {
            listener.warning("old segments of the journal cannot be deleted: " + e.getMessage());
        }
    }

    private Optional<Part> part(Entry entry) throws IOException, InterruptedException {
        try {
            return writers.postInside(entry, this::part).toCompletableFuture().get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof JournalFailedException failed) {
                throw failed;
            }
            throw new IOException("the state of " + entry.name() + " cannot be taken: " + e.getCause(), e);
        }
    }

    private Optional<Part> part(Turn turn) throws IOException {
        Entry entry = turn.entry();
        if (entry.isDeleted()) {
            return Optional.empty();
        }
        StoredState stored = stored(turn);
        LiveBandit bandit = entry.bandit();
        Status status = bandit != null ? Status.of(bandit) : entry.status();
        return Optional.of(new Part(Directory.Saved.of(entry, stored.applied(), status), stored));
    }

    private StoredState stored(Turn turn) throws IOException {
        Entry entry = turn.entry();
        if (!entry.isInvalid() && (entry.isInSnapshot() || entry.bandit() == null)) {
            try {
                return residents.stored(entry);
            } catch (IOException e) {
                listener.warning("the stored state of " + entry.name() + " cannot be read: " + e.getMessage());
            }
        }
        LiveBandit bandit = entry.bandit();
        byte[] state = (bandit != null ? bandit : turn.bandit()).write();
        return new StoredState(entry.applied(), state);
    }

    void close() throws InterruptedException {
        thread.close();
    }
}
