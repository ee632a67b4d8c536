package dev.attune.server.runtime;

import dev.attune.server.runtime.ServiceException.Reason;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Daemon threads with a bounded queue, for work that the threads of connections must not wait for. Threads end when they are idle. */
public final class WorkerPool implements AutoCloseable {
    private static final long IDLE_SECONDS = 60;

    private final ThreadPoolExecutor threads;
    private final String busy;
    private final int retrySeconds;

    /**
     * Creates a pool.
     *
     * @param name of its threads
     * @param queue largest number of waiting calls
     * @param busy the message if more calls wait
     * @param retrySeconds after which a rejected caller may retry
     */
    public WorkerPool(String name, int threads, int queue, String busy, int retrySeconds) {
        this.threads = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queue), daemons(name));
        this.threads.allowCoreThreadTimeOut(true);
        this.busy = busy;
        this.retrySeconds = retrySeconds;
    }

    /** Returns a factory of daemon threads with a name and a number. */
    public static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Calls on a thread of the pool; fails with a {@link ServiceException} if too many calls wait, or the pool is closed. */
    public <T> CompletionStage<T> submit(Callable<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            threads.execute(() -> {
                try {
                    answer.complete(work.call());
                } catch (Throwable e) { // reported to the caller
                    answer.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(
                    threads.isShutdown()
                            ? new ServiceException(Reason.STOPPED, "the service is being stopped")
                            : ServiceException.busy(busy, retrySeconds));
        }
        return answer;
    }

    /** Accepts no more work, and waits a limited time for work that was accepted. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
