package dev.attune.server.runtime;

import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFailedException;
import dev.attune.journal.JournalOptions;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Recovery;
import dev.attune.journal.Snapshot;
import dev.attune.live.Change;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The parts of a runtime, put together: who is admitted, and in which order things begin and end. */
final class Engine {
    /** What somebody who finds the service busy is told to wait. */
    private static final int RETRY_SECONDS = 1;

    private static final double NEARLY_FULL = 0.9;

    private final FolderLock lock;
    private final RuntimeOptions options;
    private final Recovery recovery;
    private final JournalWriter journal;
    private final Directory directory;
    private final Residents residents;
    private final States states;
    private final Writers writers;
    private final WindowClock windows;
    private final Publisher publisher;
    private final SnapshotKeeper snapshots;
    private final Lookup lookup;
    private volatile boolean closing;

    private Engine(FolderLock lock, RuntimeOptions options, RuntimeListener listener, Recovery recovery)
            throws IOException {
        this.lock = lock;
        this.options = options;
        this.recovery = recovery;
        this.journal = recovery.journal();
        this.directory = new Directory();
        History history = new History(lock.folder());
        this.states = new States(options.folder(), recovery.snapshot(), journal, history, listener);
        this.residents = new Residents(options.residents(), states);
        this.writers = new Writers(options, journal, residents, listener);
        this.windows = new WindowClock(writers, journal, options.clock());
        this.snapshots = new SnapshotKeeper(lock, options, journal, directory, states, writers, listener);
        this.lookup = new Lookup(directory, journal, history);
        writers.watchedBy(windows);
        this.publisher = new Publisher(writers, listener);
        writers.shownBy(publisher);
    }

    static Engine open(FolderLock lock, RuntimeOptions options, RuntimeListener listener) throws IOException {
        long began = System.nanoTime();
        Recovery recovery = Recovery.open(lock, heard(options.journal(), listener));
        try {
            recovery.warnings().forEach(listener::warning);
            Engine engine = new Engine(lock, options, listener, recovery);
            engine.start(began, listener);
            return engine;
        } catch (IOException | RuntimeException e) {
            recovery.close();
            throw e;
        }
    }

    private void start(long began, RuntimeListener listener) throws IOException {
        long events = new Replay(directory, residents).run(recovery);
        for (Entry entry : directory.all()) {
            writers.addWaiting(entry.standing().waiting());
            windows.watch(entry);
            publisher.changed(entry);
        }
        listener.recovered(events, Duration.ofNanos(System.nanoTime() - began));
        windows.start();
        publisher.start();
        snapshots.start(recovery.snapshot().map(Snapshot::position).orElse(0L));
    }

    private static JournalOptions heard(JournalOptions options, RuntimeListener listener) {
        return options.withCommits((records, bytes, nanos) -> {
            options.commits().committed(records, bytes, nanos);
            listener.committed(records, bytes, nanos);
        });
    }

    Directory directory() {
        return directory;
    }

    Lookup lookup() {
        return lookup;
    }

    void snapshot() throws IOException, InterruptedException {
        snapshots.take();
    }

    long now() {
        return options.clock().getAsLong();
    }

    long journalBytes() throws IOException {
        return lock.folder().bytes();
    }

    long position() {
        return journal.durablePosition();
    }

    long append(JournalEvent event) {
        return journal.append(event, now());
    }

    boolean isBusy() {
        return journal.isBusy() || writers.waiting() >= options.waiting();
    }

    /** Whether nearly as many decisions wait as may. */
    boolean isNearlyFull() {
        return writers.waiting() > NEARLY_FULL * options.waiting();
    }

    long waiting() {
        return writers.waiting();
    }

    int residents() {
        return residents.size();
    }

    Optional<JournalFailedException> failure() {
        return journal.failure();
    }

    <T> CompletionStage<T> ask(String name, Work<T> work) {
        return directory
                .find(name)
                .map(entry -> ask(entry, work))
                .orElseGet(() ->
                        CompletableFuture.failedStage(new NoSuchBanditException("there is no bandit called " + name)));
    }

    /** As {@link #ask}, for work that makes decisions wait. */
    <T> CompletionStage<T> askForRoom(String name, int decisions, Work<T> work) {
        if (writers.waiting() + decisions > options.waiting()) {
            return CompletableFuture.failedStage(
                    new BusyException("too many decisions wait for their rewards", RETRY_SECONDS));
        }
        return ask(name, work);
    }

    <T> CompletionStage<T> ask(Entry entry, Work<T> work) {
        if (entry.letters() >= options.mailbox()) {
            return CompletableFuture.failedStage(
                    new BusyException("too many requests wait for " + entry.name(), RETRY_SECONDS));
        }
        return admitted(() -> post(entry, work));
    }

    <T> CompletionStage<T> post(Entry entry, Work<T> work) {
        return writers.post(entry, work);
    }

    /** Work that is not the turn of a bandit, off the caller's thread. */
    <T> CompletionStage<T> inBackground(Callable<CompletionStage<T>> work) {
        return admitted(() -> {
            writers.begin();
            return CompletableFuture.supplyAsync(() -> stage(work), writers.pool())
                    .thenCompose(stage -> stage)
                    .whenComplete((done, failed) -> writers.over());
        });
    }

    private <T> CompletionStage<T> admitted(Callable<CompletionStage<T>> work) {
        writers.begin(); // before the look at closing, so that the end waits for whoever has passed it
        try {
            return stage(() -> {
                requireOpen();
                return work.call();
            });
        } finally {
            writers.over();
        }
    }

    private void requireOpen() {
        if (closing) {
            throw new StoppedException("the service is being stopped");
        }
        Optional<JournalFailedException> failure = journal.failure();
        if (failure.isPresent()) {
            throw new JournalFailedException(String.valueOf(failure.get().getMessage()), failure.get());
        }
        if (journal.isBusy()) {
            throw new BusyException("the disk is behind", RETRY_SECONDS);
        }
    }

    private static <T> CompletionStage<T> stage(Callable<CompletionStage<T>> work) {
        try {
            return work.call();
        } catch (Exception e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** Changes a bandit, in its turn. */
    boolean change(Turn turn, Change change) throws IOException {
        turn.bandit().change(change, turn.now(), turn);
        if (change.what() == Change.What.DELETE) {
            Entry entry = turn.entry();
            directory.remove(entry);
            entry.end();
            residents.forget(entry);
        }
        return true;
    }

    void close() throws IOException {
        closing = true;
        try (lock;
                recovery;
                states;
                writers) {
            writers.drain();
            lookup.close();
            publisher.close();
            windows.close();
            snapshots.close();
            if (journal.failure().isEmpty()) {
                snapshots.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the journal has everything; only the last snapshot is missing
        }
    }
}
