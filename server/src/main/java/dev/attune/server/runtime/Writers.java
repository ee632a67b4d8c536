package dev.attune.server.runtime;

import dev.attune.journal.JournalFailedException;
import dev.attune.journal.JournalWriter;
import dev.attune.live.LiveBandit;
import dev.attune.server.runtime.Entry.Standing;
import dev.attune.server.runtime.Task.Work;
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
    private final AtomicInteger open = new AtomicInteger(); // requests that are being admitted or wait for an answer
    private final AtomicLong waiting = new AtomicLong(); // decisions of all bandits
    private @Nullable WindowClock windows;
    private @Nullable Publisher publisher;

    Writers(RuntimeOptions options, JournalWriter journal, Residents residents, RuntimeListener listener) {
        this.pool = Executors.newFixedThreadPool(options.capacity().writers(), WorkerPool.daemons("attune-writer"));
        this.scoring = new SharedScoring(pool, options.capacity().writers() - 1);
        this.journal = journal;
        this.residents = residents;
        this.clock = options.clock();
        this.listener = listener;
    }

    /** Sets what is notified after every turn. */
    void attach(WindowClock clockOfWindows, Publisher ofChanges) {
        windows = clockOfWindows;
        publisher = ofChanges;
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

    void addWaiting(long decisions) {
        waiting.addAndGet(decisions);
    }

    private void turn(Entry entry) {
        List<Task<?>> tasks = entry.take(TASKS);
        Optional<JournalFailedException> failure = journal.failure();
        if (failure.isPresent()) {
            tasks.forEach(task -> task.fail(failure.get()));
        } else {
            try {
                perform(entry, tasks);
            } catch (Throwable e) { // of a listener, or out of memory: every task needs an answer
                entry.spoil();
                tasks.forEach(task -> task.fail(e));
                listener.warning("the turn of " + entry.name() + " failed: " + e);
            }
        }
        answer(entry, tasks);
        if (entry.goesOn()) {
            pool.execute(() -> turn(entry));
        }
    }

    private void perform(Entry entry, List<Task<?>> tasks) {
        Turn turn = new Turn(entry, clock.getAsLong(), journal, residents, scoring);
        Standing stood = entry.standing();
        long applied = entry.applied();
        if (stood.nextDeadline() <= turn.now()) {
            new Task<>(t -> t.bandit().closeDue(t.now(), WINDOWS, t), false).perform(turn);
        }
        decideTogether(turn, tasks);
        tasks.forEach(task -> task.perform(turn));
        if (entry.spoilt() && !entry.gone()) { // so that its waiting decisions are known
            new Task<>(Turn::bandit, false).perform(turn);
        }
        LiveBandit bandit = entry.bandit();
        if (bandit != null) {
            Standing standing = Standing.of(bandit);
            entry.standing(standing);
            turn.report(standing.counters(), listener);
        }
        waiting.addAndGet(
                entry.standing().counters().waiting() - stood.counters().waiting());
        if (windows != null) {
            windows.watch(entry);
        }
        if (publisher != null && entry.applied() != applied) {
            publisher.changed(entry);
        }
        if (turn.leaving()) {
            residents.leave(entry);
        }
        for (Entry out : residents.surplus()) {
            try {
                postInside(out, Turn::leaveAfterwards);
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
            journal.durable(entry.applied()).whenCompleteAsync((ok, failed) -> complete(durable, failed), pool);
        }
    }

    private void complete(List<Task<?>> tasks, @Nullable Throwable failed) {
        for (Task<?> task : tasks) {
            task.complete(failed);
            over();
        }
    }

    /** Waits until all requests are answered. */
    void drain() throws InterruptedException {
        while (open.get() > 0) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
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
