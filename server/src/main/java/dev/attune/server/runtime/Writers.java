package dev.attune.server.runtime;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFailedException;
import dev.attune.journal.JournalWriter;
import dev.attune.live.EventAppender;
import dev.attune.live.LiveBandit;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.server.runtime.Entry.Status;
import dev.attune.server.runtime.ServiceException.Reason;
import dev.attune.server.runtime.Task.Work;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives every bandit its turns, one at a time, on a few threads that all bandits share. A turn takes a limited number of queued tasks and then goes
 * to the end of the threads' queue, so that a busy bandit does not block the others. All answers of a turn wait for the disk together.
 */
final class Writers implements AutoCloseable {
    /** Largest number of tasks of a turn. */
    private static final int TASKS = 256;

    /** Largest number of windows that a turn ends. */
    private static final int WINDOWS = 1_000;

    private final ExecutorService pool;
    private final SharedScoring scoring;
    private final JournalWriter journal;
    private final Residents residents;
    private final LongSupplier clock;
    private final RuntimeListener listener;
    private final WindowClock windows;
    private final Publisher publisher;
    private final AtomicInteger open = new AtomicInteger(); // requests that are being admitted or wait for an answer
    private final AtomicLong waiting = new AtomicLong(); // decisions of all bandits

    Writers(
            RuntimeOptions options,
            JournalWriter journal,
            Residents residents,
            PastStates past,
            RuntimeListener listener) {
        this.pool = Executors.newFixedThreadPool(options.capacity().writers(), WorkerPool.daemons("attune-writer"));
        this.scoring = new SharedScoring(pool, options.capacity().writers() - 1);
        this.journal = journal;
        this.residents = residents;
        this.clock = options.clock();
        this.listener = listener;
        this.windows = new WindowClock(this, journal, clock);
        this.publisher = new Publisher(this, past, listener);
    }

    /** Starts to end windows, and to publish what can be shown, of the recovered bandits and later ones. */
    void start(Iterable<Entry> recovered) {
        for (Entry entry : recovered) {
            waiting.addAndGet(entry.status().counters().waiting());
            windows.watch(entry);
            publisher.changed(entry);
        }
        windows.start();
        publisher.start();
    }

    /** A turn of one bandit, whose events are appended to the journal. */
    final class Turn implements EventAppender {
        private final Entry entry;
        private final long now = clock.getAsLong();
        private @Nullable BanditCounters before;
        private boolean unloading;

        private Turn(Entry entry) {
            this.entry = entry;
        }

        Entry entry() {
            return entry;
        }

        /** Returns the time of the turn, in milliseconds since 1970. */
        long now() {
            return now;
        }

        /** Returns the scorer of large rounds. */
        SharedScoring scoring() {
            return scoring;
        }

        /** Returns the bandit, loading it if necessary. */
        LiveBandit bandit() throws IOException {
            if (entry.isDeleted()) {
                throw new ServiceException(Reason.NOT_FOUND, "the bandit " + entry.name() + " was deleted");
            }
            LiveBandit there = entry.bandit();
            if (there == null || before == null) {
                there = residents.use(entry);
            }
            if (before == null) {
                before = there.counters();
            }
            return there;
        }

        @Override
        public long append(JournalEvent event, long time) {
            long position = journal.append(event, time);
            entry.applied(position);
            return position;
        }

        /** Unloads the bandit at the end of the turn. */
        boolean unloadAfterwards() {
            unloading = true;
            return true;
        }
    }

    /** Returns the threads, for work that is not the turn of a bandit. */
    Executor pool() {
        return pool;
    }

    /** Queues work of a caller, answered when its events are durable. */
    <T> CompletionStage<T> post(Entry entry, Work<T> work) {
        begin();
        return put(entry, new Task<>(work, true));
    }

    /** Queues work of the runtime itself, answered at once. */
    <T> CompletionStage<T> postInside(Entry entry, Work<T> work) {
        return put(entry, new Task<>(work, false));
    }

    private <T> CompletionStage<T> put(Entry entry, Task<T> task) {
        if (entry.put(task)) {
            pool.execute(() -> turn(entry));
        }
        return task.answer();
    }

    /** Counts something that {@link #drain} must wait for, until its {@link #over}. */
    void begin() {
        open.incrementAndGet();
    }

    void over() {
        open.decrementAndGet();
    }

    /** Returns the number of waiting decisions of all bandits. */
    long waiting() {
        return waiting.get();
    }

    private void turn(Entry entry) {
        List<Task<?>> tasks = entry.take(TASKS);
        Optional<JournalFailedException> failure = journal.failure();
        if (failure.isPresent()) {
            tasks.forEach(task -> task.fail(failure.get()));
        } else {
            try {
                perform(new Turn(entry), tasks);
            } catch (Throwable e) { // of a listener, or out of memory: every task needs an answer
                entry.invalidate();
                tasks.forEach(task -> task.fail(e));
                listener.warning("the turn of " + entry.name() + " failed: " + e);
            }
        }
        answer(entry, tasks);
        if (entry.endTurn()) {
            pool.execute(() -> turn(entry));
        }
    }

    private void perform(Turn turn, List<Task<?>> tasks) {
        Entry entry = turn.entry;
        Status before = entry.status();
        long applied = entry.applied();
        if (before.nextDeadline() <= turn.now) {
            new Task<>(t -> t.bandit().closeDue(t.now(), WINDOWS, t), false).perform(turn);
        }
        decideTogether(turn, tasks);
        tasks.forEach(task -> task.perform(turn));
        if (entry.isInvalid() && !entry.isDeleted()) { // so that its waiting decisions are known
            new Task<>(Turn::bandit, false).perform(turn);
        }
        LiveBandit bandit = entry.bandit();
        if (bandit != null) {
            Status status = Status.of(bandit);
            entry.status(status);
            if (turn.before != null && !turn.before.equals(status.counters())) {
                listener.counted(entry.name(), turn.before, status.counters());
            }
        }
        waiting.addAndGet(
                entry.status().counters().waiting() - before.counters().waiting());
        windows.watch(entry);
        if (entry.applied() != applied) {
            publisher.changed(entry);
        }
        if (turn.unloading) {
            residents.unload(entry);
        }
        for (Entry out : residents.surplus()) {
            try {
                postInside(out, Turn::unloadAfterwards);
            } catch (RejectedExecutionException e) {
                if (!pool.isShutdown()) { // otherwise the runtime is closing
                    throw e;
                }
            }
        }
    }

    /** If scoring takes long, decisions are made before other tasks: nothing is learnt between them, so several threads can score them. */
    private static void decideTogether(Turn turn, List<Task<?>> tasks) {
        List<Task<?>> decisions =
                tasks.stream().filter(task -> task.work() instanceof DecideWork).toList();
        if (decisions.size() > 1) {
            List<DecideWork> works =
                    decisions.stream().map(task -> (DecideWork) task.work()).toList();
            Throwable failure = new Task<>(t -> DecideWork.togetherIfWorthHelp(works, t), false).perform(turn);
            if (failure != null) {
                decisions.forEach(task -> task.fail(failure));
            }
        }
    }

    private void answer(Entry entry, List<Task<?>> tasks) {
        List<Task<?>> durable = new ArrayList<>(tasks.size());
        for (Task<?> task : tasks) {
            if (task.durable()) {
                durable.add(task);
            } else {
                task.complete(null);
            }
        }
        if (!durable.isEmpty()) {
            journal.durable(entry.applied())
                    .whenCompleteAsync(
                            (ok, failed) -> durable.forEach(task -> {
                                task.complete(failed);
                                over();
                            }),
                            pool);
        }
    }

    /** Waits until all requests are answered, and stops what was started. */
    void drain() throws InterruptedException {
        while (open.get() > 0) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        publisher.close();
        windows.close();
    }

    @Override
    public void close() {
        pool.shutdown();
        try {
            if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
                listener.warning("a writer thread did not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
