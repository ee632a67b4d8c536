package dev.attune.server.runtime;

import dev.attune.engine.PreparedRound;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Scores a batch with the help of other threads. The calling thread scores too, so it waits only for rounds that another thread has started, and a
 * pool without an idle thread does no harm.
 */
final class SharedScoring {
    /** Multiplications from which help is worth it: some hundred microseconds, many times what it takes to wake a thread. */
    private static final long WORTH = 500_000;

    private final Executor pool;
    private final int helpers;

    /** Creates the helper with this many threads besides the calling one. */
    SharedScoring(Executor pool, int helpers) {
        this.pool = pool;
        this.helpers = helpers;
    }

    /** Returns whether other threads should help with rounds of so many multiplications in all. */
    boolean isWorthHelp(long cost) {
        return helpers > 0 && cost >= WORTH;
    }

    /** Scores all rounds, or leaves that to their end if help is not worth it. */
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
                } catch (Throwable e) { // reported by await
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
