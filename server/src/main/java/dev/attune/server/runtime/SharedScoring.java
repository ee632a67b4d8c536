package dev.attune.server.runtime;

import dev.attune.engine.PreparedRound;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets other threads help with the scoring of a batch. Whoever asks scores too, as long as anything is left; so it waits only for threads
 * that are at work, and a pool without an idle thread does no harm.
 */
final class SharedScoring {
    /** Multiplications from which help is worth it: some hundred microseconds, many times what it takes to wake a thread. */
    private static final long WORTH = 500_000;

    private final Executor pool;
    private final int helpers;

    /** With so many threads besides the one that asks. */
    SharedScoring(Executor pool, int helpers) {
        this.pool = pool;
        this.helpers = helpers;
    }

    /** Returns whether other threads should help with rounds of so many multiplications in all. */
    boolean isWorthHelp(long cost) {
        return helpers > 0 && cost >= WORTH;
    }

    /** Scores all rounds, or leaves them to whoever finishes them if help is not worth it. */
    void score(List<PreparedRound> rounds) {
        long cost = rounds.stream().mapToLong(PreparedRound::cost).sum();
        if (rounds.size() < 2 || !isWorthHelp(cost)) {
            return;
        }
        Shared shared = new Shared(rounds);
        for (int i = 0; i < Math.min(helpers, rounds.size() - 1); i++) {
            pool.execute(shared::help);
        }
        shared.help();
        shared.await();
    }

    /** Rounds, of which each thread takes the next. */
    private static final class Shared {
        private final List<PreparedRound> rounds;
        private final AtomicInteger next = new AtomicInteger();
        private final CountDownLatch left;
        private final AtomicReference<Throwable> trouble = new AtomicReference<>();

        Shared(List<PreparedRound> rounds) {
            this.rounds = rounds;
            this.left = new CountDownLatch(rounds.size());
        }

        void help() {
            for (int i = next.getAndIncrement(); i < rounds.size(); i = next.getAndIncrement()) {
                try {
                    rounds.get(i).score();
                } catch (Throwable e) { // whoever asked must hear of it
                    trouble.compareAndSet(null, e);
                } finally {
                    left.countDown();
                }
            }
        }

        void await() {
            boolean interrupted = false;
            while (true) {
                try {
                    left.await();
                    break;
                } catch (InterruptedException e) { // a round may still be in use by another thread
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (trouble.get() != null) {
                throw new IllegalStateException("a round could not be scored", trouble.get());
            }
        }
    }
}
