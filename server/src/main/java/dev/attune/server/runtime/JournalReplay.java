package dev.attune.server.runtime;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFormatException;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.RawRecord;
import dev.attune.journal.Recovery;
import dev.attune.journal.SnapshotFile;
import dev.attune.live.LiveBandit;
import dev.attune.live.ReplayMismatchException;
import dev.attune.server.runtime.Entry.Status;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Rebuilds the state of all bandits at the start. Events begin after the snapshot's position; a bandit whose state is younger skips those that it
 * contains.
 *
 * <p>The journal is read once, in chunks of limited size. The events of a chunk are divided by bandit, and bandits are replayed in parallel while the
 * next chunk is read. A bandit beyond the limit of bandits in memory is loaded and unloaded once in a chunk, however its events are mixed with those
 * of others. Runs before other threads use the bandits.
 */
final class JournalReplay {
    /** Bytes of the journal in a chunk, if there is memory; two chunks are in memory. Events are decoded one by one, by the threads that replay them. */
    private static final long CHUNK_BYTES = 32L << 20;

    private static final int HEAP_SHARE = 12;
    private static final int PROGRESS_EVENTS = 1_000;

    private final Directory directory;
    private final Residents residents;
    private final RuntimeListener listener;
    private final int threads;
    private long lastTime;

    JournalReplay(Directory directory, Residents residents, int threads, RuntimeListener listener) {
        this.directory = directory;
        this.residents = residents;
        this.threads = threads;
        this.listener = listener;
    }

    /** The events of a bandit in a chunk. */
    private record Share(Entry entry, boolean created, List<RawRecord> events) {}

    /**
     * Replays the journal, comparing every decision.
     *
     * @return the number of replayed events
     * @throws ReplayMismatchException if a decision differs
     */
    long run(Recovery recovery) throws IOException {
        Optional<SnapshotFile> snapshot = recovery.snapshot();
        if (snapshot.isPresent()) {
            directory.read(snapshot.get().state(Directory.PART));
            lastTime = snapshot.get().time();
        }
        long end = recovery.journal().lastPosition();
        for (Entry entry : directory.all()) {
            if (entry.applied() > end) {
                throw new JournalFormatException(
                        entry.applied(),
                        "the snapshot has " + entry.name() + " as of position " + entry.applied()
                                + ", but the journal ends at position " + end);
            }
        }
        JournalReader tail = recovery.tail();
        ExecutorService pool = Executors.newFixedThreadPool(threads, WorkerPool.daemons("attune-replay"));
        long events;
        try {
            events = replay(tail, end, pool);
        } finally {
            pool.shutdownNow();
        }
        if (tail.position() != end + 1) {
            throw new JournalFormatException(
                    tail.position(),
                    "the journal could be read up to position " + (tail.position() - 1) + " of " + end);
        }
        return events;
    }

    /** Returns the time of the last event or snapshot, in milliseconds since 1970; 0 if there is none. */
    long lastTime() {
        return lastTime;
    }

    private long replay(JournalReader tail, long end, ExecutorService pool) throws IOException {
        long chunk = Math.min(CHUNK_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
        long first = tail.position();
        long events = 0;
        List<Future<Long>> running = List.of();
        boolean more = true;
        while (more) {
            long until = tail.bytesRead() + chunk;
            Map<Entry, Share> shares = new LinkedHashMap<>();
            do {
                RawRecord record = tail.nextRaw();
                more = record != null;
                if (record != null) {
                    lastTime = Math.max(lastTime, record.time());
                    assign(record, shares);
                    if (record.position() % PROGRESS_EVENTS == 0) {
                        listener.recovering(record.position() - first + 1, end - first + 1);
                    }
                }
            } while (more && tail.bytesRead() < until);
            events += await(running); // a bandit has one chunk at a time
            running = new ArrayList<>();
            for (Share share : shares.values()) {
                running.add(pool.submit(() -> replay(share)));
            }
        }
        return events + await(running);
    }

    private static long await(List<Future<Long>> running) throws IOException {
        long events = 0;
        try {
            for (Future<Long> share : running) {
                events += share.get();
            }
            return events;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted during recovery");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            } else if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            } else if (e.getCause() instanceof Error failed) {
                throw failed;
            }
            throw new IOException(e.getCause());
        }
    }

    /** Adds an event to the share of its bandit, and keeps the directory up to date. */
    private void assign(RawRecord record, Map<Entry, Share> shares) throws IOException {
        Entry there = directory.find(
                record.bandit()); // before the event deletes it: its name may be used again by the next one
        JournalEvent event = record.isOfDirectory() ? record.decode().event() : null;
        Entry created = event == null ? null : directory.replay(event, record.position());
        if (created != null) {
            shares.put(created, new Share(created, true, new ArrayList<>()));
        } else if (there != null && !(event instanceof JournalEvent.Created)) {
            shares.computeIfAbsent(there, entry -> new Share(entry, false, new ArrayList<>()))
                    .events()
                    .add(record);
        } else if (there == null
                && record.bandit() >= directory.next()) { // otherwise deleted, or an event of the service as a whole
            throw new JournalFormatException(
                    record.position(),
                    "position " + record.position() + ": bandit " + record.bandit()
                            + " was not created in the journal");
        }
    }

    /** Replays the events of a bandit; returns how many were new to it. */
    private long replay(Share share) throws IOException {
        Entry entry = share.entry();
        long events = 0;
        if (share.created()) {
            try {
                entry.load(LiveBandit.create(entry.number(), entry.definition()));
            } catch (IllegalArgumentException e) {
                throw Directory.cannotCreate(entry.name(), entry.created(), e);
            }
            events++;
        }
        LiveBandit bandit = entry.bandit();
        for (RawRecord record : share.events()) {
            if (record.position() > entry.applied()) {
                bandit = bandit == null ? residents.use(entry) : bandit;
                replay(entry, bandit, record.decode());
                events++;
            }
        }
        if (bandit != null && !entry.isDeleted()) {
            entry.status(Status.of(bandit));
            residents.useOrUnload(entry);
        }
        return events;
    }

    private void replay(Entry entry, LiveBandit bandit, JournalRecord record) throws IOException {
        try {
            bandit.apply(record);
        } catch (IllegalArgumentException e) {
            throw new JournalFormatException(
                    record.position(),
                    "position " + record.position() + ": " + entry.name() + " cannot replay the event: "
                            + e.getMessage());
        }
        entry.applied(record.position());
        if (Directory.isDeletion(record.event())) {
            residents.forget(entry);
        }
    }
}
