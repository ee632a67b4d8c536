package dev.attune.server.http;

import dev.attune.server.runtime.Bandits;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Where answers for people who look on are made: one thread, so that no number of them takes more than its share from decisions. It goes
 * when nobody has asked for a while.
 */
final class StatisticsDesk {
    private static final int MOST_STREAMS = 100;
    private static final int QUEUE = 1_000;
    private static final int RETRY_SECONDS = 2;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUE), StatisticsDesk::daemon);
    private final AtomicInteger streams = new AtomicInteger();
    private @Nullable Overview overview; // of the desk's thread

    StatisticsDesk() {
        thread.allowCoreThreadTimeOut(true);
    }

    private static Thread daemon(Runnable work) {
        Thread made = new Thread(work, "attune-statistics");
        made.setDaemon(true);
        return made;
    }

    /** Does something that takes a moment. */
    <T> CompletionStage<T> later(Callable<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                try {
                    answer.complete(work.call());
                } catch (Throwable e) { // the caller must hear of it, whatever it is
                    answer.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(
                    Problem.later(ProblemKind.BUSY, "too many people look at statistics", RETRY_SECONDS));
        }
        return answer;
    }

    /** The lines of all bandits; only on the desk's thread. */
    Overview overview(Bandits bandits) {
        Overview there = overview;
        if (there == null) {
            there = new Overview(bandits);
            overview = there;
        }
        return there;
    }

    /** A stream, if there is room for one more. */
    EventStream stream(EventStream.Source source, long everyMillis) {
        if (streams.incrementAndGet() > MOST_STREAMS) {
            streams.decrementAndGet();
            throw Problem.later(
                    ProblemKind.BUSY, "there are " + MOST_STREAMS + " streams of events already", RETRY_SECONDS);
        }
        return new EventStream(source, everyMillis, streams::decrementAndGet);
    }
}
