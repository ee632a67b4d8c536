package dev.attune.server.runtime;

import dev.attune.journal.JournalFailedException;
import dev.attune.journal.JournalWriter;
import dev.attune.live.LiveBandit;
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
 * Gives every bandit its turns, one at a time, on a few threads that all bandits share. A turn takes what is in the mailbox, but not
 * without end, and then stands at the end of the queue again: so a busy bandit does not keep the others waiting. All answers of a turn
 * wait for the disk together.
 */
final class Writers implements AutoCloseable {
    /** How many letters a turn may take. */
    private static final int LETTERS = 256;

    /** How many windows a turn may end. */
    private static final int WINDOWS = 1_000;

    private final ExecutorService pool;
    private final SharedScoring scoring;
    private final JournalWriter journal;
    private final Residents residents;
    private final LongSupplier clock;
    private final RuntimeListener listener;
    private final AtomicInteger open = new AtomicInteger(); // callers who are being admitted, or wait for an answer
    private final AtomicLong waiting = new AtomicLong(); // decisions of all bandits
    private @Nullable WindowClock windows;
    private @Nullable Publisher publisher;

    Writers(RuntimeOptions options, JournalWriter journal, Residents residents, RuntimeListener listener) {
        AtomicInteger count = new AtomicInteger();
        this.pool = Executors.newFixedThreadPool(options.writers(), work -> {
            Thread thread = new Thread(work, "attune-writer-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.scoring = new SharedScoring(pool, options.writers() - 1);
        this.journal = journal;
        this.residents = residents;
        this.clock = options.clock();
        this.listener = listener;
    }

    /** From now on windows end in time. */
    void watchedBy(WindowClock watcher) {
        windows = watcher;
    }

    /** From now on everybody can see what bandits are like. */
    void shownBy(Publisher shower) {
        publisher = shower;
    }

    /** Threads for what is not the turn of a bandit. */
    Executor pool() {
        return pool;
    }

    /** A caller's work; the answer comes when all that it rests on is durable. */
    <T> CompletionStage<T> post(Entry entry, Work<T> work) {
        begin();
        return put(entry, new Letter<>(work, true));
    }

    /** Work of the runtime itself; the answer comes at once. */
    <T> CompletionStage<T> postInside(Entry entry, Work<T> work) {
        return put(entry, new Letter<>(work, false));
    }

    private <T> CompletionStage<T> put(Entry entry, Letter<T> letter) {
        if (entry.put(letter)) {
            pool.execute(() -> turn(entry));
        }
        return letter.answer();
    }

    /** Something begins that must be over before the end; each has its {@link #over}. */
    void begin() {
        open.incrementAndGet();
    }

    void over() {
        open.decrementAndGet();
    }

    /** Decisions that wait for rewards, in all bandits together. */
    long waiting() {
        return waiting.get();
    }

    void addWaiting(long decisions) {
        waiting.addAndGet(decisions);
    }

    private void turn(Entry entry) {
        List<Letter<?>> letters = entry.take(LETTERS);
        Optional<JournalFailedException> failure = journal.failure();
        if (failure.isPresent()) {
            letters.forEach(letter -> letter.refuse(failure.get()));
        } else {
            try {
                perform(entry, letters);
            } catch (Throwable e) { // a listener, or memory is short: nobody may wait for an answer without end
                entry.spoil();
                letters.forEach(letter -> letter.refuse(e));
                listener.warning("the turn of " + entry.name() + " failed: " + e);
            }
        }
        answer(entry, letters);
        if (entry.goesOn()) {
            pool.execute(() -> turn(entry));
        }
    }

    private void perform(Entry entry, List<Letter<?>> letters) {
        Turn turn = new Turn(entry, clock.getAsLong(), journal, residents, scoring);
        Standing stood = entry.standing();
        long told = entry.applied();
        if (stood.nextDeadline() <= turn.now()) {
            Letter<Integer> due = new Letter<>(t -> t.bandit().closeDue(t.now(), WINDOWS, t), false);
            due.perform(turn);
        }
        decideTogether(turn, letters);
        letters.forEach(letter -> letter.perform(turn));
        if (entry.spoilt() && !entry.gone()) { // without it nobody would know what waits
            new Letter<>(Turn::bandit, false).perform(turn);
        }
        LiveBandit bandit = entry.bandit();
        if (bandit != null) {
            entry.standing(Standing.of(bandit));
            turn.tell(listener);
        }
        waiting.addAndGet(entry.standing().waiting() - stood.waiting());
        if (windows != null) {
            windows.watch(entry);
        }
        if (publisher != null && entry.applied() != told) {
            publisher.changed(entry);
        }
        if (turn.leaving()) {
            residents.leave(entry);
        }
        for (Entry out : residents.surplus()) {
            try {
                postInside(out, Turn::leaveAfterwards);
            } catch (RejectedExecutionException e) {
                if (!pool.isShutdown()) { // otherwise the runtime is closing, and no bandit needs room any more
                    throw e;
                }
            }
        }
    }

    /** If scoring takes long, decisions come before all else: nothing is learnt between them, so they can be scored by several threads. */
    private static void decideTogether(Turn turn, List<Letter<?>> letters) {
        List<DecideWork> decisions = new ArrayList<>();
        letters.forEach(letter -> letter.addTo(decisions));
        if (decisions.size() > 1) {
            Letter<Integer> together = new Letter<>(
                    t -> DecideWork.isWorthHelp(decisions, t) ? DecideWork.together(decisions, t) : 0, false);
            together.perform(turn);
            together.failure().ifPresent(e -> letters.forEach(letter -> letter.refuseDecision(e)));
        }
    }

    private void answer(Entry entry, List<Letter<?>> letters) {
        List<Letter<?>> durably = new ArrayList<>(letters.size());
        for (Letter<?> letter : letters) {
            if (letter.durably()) {
                durably.add(letter);
            } else {
                letter.tell(null);
            }
        }
        if (!durably.isEmpty()) {
            journal.durable(entry.applied()).whenCompleteAsync((ok, failed) -> tell(durably, failed), pool);
        }
    }

    private void tell(List<Letter<?>> letters, @Nullable Throwable failed) {
        for (Letter<?> letter : letters) {
            letter.tell(failed);
            over();
        }
    }

    /** Waits until all callers have their answers. */
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
                listener.warning("a writer did not come to an end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
