package dev.attune.server.follow;

import dev.attune.server.runtime.ServiceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Threads that decide, so that those of connections never wait; as many as there are cores, and none while there are no requests. */
final class DecidingThreads implements AutoCloseable {
    private static final int QUEUE = 10_000;
    private static final int SECONDS_TO_BREATHE = 1;
    private static final long IDLE_SECONDS = 60;
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            CORES, CORES, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUE), DecidingThreads::daemon);

    DecidingThreads() {
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "attune-decide");
        thread.setDaemon(true);
        return thread;
    }

    /** Does something soon; fails with a {@link ServiceException} if too much waits. */
    <T> CompletionStage<T> later(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, threads);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedStage(ServiceException.busy("too many requests wait", SECONDS_TO_BREATHE));
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
