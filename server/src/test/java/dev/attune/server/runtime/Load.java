package dev.attune.server.runtime;

import dev.attune.live.Change;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import dev.attune.server.runtime.Bandits.Identified;
import dev.attune.server.runtime.ServiceException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Callers who ask, wait for the answer, and keep a list of all that they were acknowledged. */
final class Load implements AutoCloseable {
    /** Something that somebody was acknowledged. */
    sealed interface Acknowledged {
        /** A decision. */
        record Decision(String decision, String arm) implements Acknowledged {}

        /** A reward that counts. */
        record Reward(String decision, String id) implements Acknowledged {}
    }

    private final BanditRuntime runtime;
    private final List<String> names;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicInteger count = new AtomicInteger();
    private final ConcurrentLinkedQueue<Acknowledged> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Throwable> trouble = new AtomicReference<>();
    private final List<Thread> callers = new ArrayList<>();

    Load(BanditRuntime runtime, List<String> names, int threads) {
        this.runtime = runtime;
        this.names = names;
        for (int i = 0; i < threads; i++) {
            int caller = i;
            Thread thread = new Thread(() -> call(caller), "caller-" + i);
            callers.add(thread);
            thread.start();
        }
    }

    private void call(int caller) {
        try {
            for (int i = 0; !stopped.get(); i++) {
                once(names.get((i * 7 + caller) % names.size()), caller + "-" + i, i);
            }
        } catch (RuntimeException | Error e) {
            trouble.compareAndSet(null, e);
        }
    }

    private void once(String name, String id, int i) {
        try {
            Identified made = runtime.decide(name, List.of(Sample.request(i % 3 == 0 ? id : "", i)))
                    .toCompletableFuture()
                    .join()
                    .get(0);
            String decision = made.id();
            acknowledged.add(new Acknowledged.Decision(decision, made.answer().arm()));
            if (i % 4 != 3) {
                RewardOutcome outcome = runtime.reward(List.of(new RewardMessage(decision, "r" + id, i % 2)))
                        .toCompletableFuture()
                        .join()
                        .get(0);
                if (outcome == RewardOutcome.COUNTED) {
                    acknowledged.add(new Acknowledged.Reward(decision, "r" + id));
                }
            }
            if (i % 50 == 49) {
                runtime.change(name, i % 100 == 99 ? Change.floor(0.1, "load") : Change.resume("load"))
                        .toCompletableFuture()
                        .join();
            }
            count.incrementAndGet();
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof ServiceException failed) || failed.reason() != Reason.BUSY) {
                throw e;
            }
        }
    }

    /** Rounds done so far. */
    int count() {
        return count.get();
    }

    /** What was acknowledged before this moment. */
    List<Acknowledged> acknowledged() {
        return new ArrayList<>(acknowledged);
    }

    /** Waits until so many rounds were done. */
    void await(int rounds) throws InterruptedException {
        while (count.get() < rounds) {
            Thread.sleep(1);
            if (trouble.get() != null) {
                throw new AssertionError("a caller failed", trouble.get());
            }
        }
    }

    @Override
    public void close() {
        stopped.set(true);
        try {
            for (Thread caller : callers) {
                caller.join();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (trouble.get() != null) {
            throw new AssertionError("a caller failed", trouble.get());
        }
    }
}
