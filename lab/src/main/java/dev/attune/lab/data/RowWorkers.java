package dev.attune.lab.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Shares the rows of a sparse matrix out among threads. The work of a row must not depend on that of another. */
final class RowWorkers implements AutoCloseable {
    /** Work on the rows from (included) to (excluded). */
    @FunctionalInterface
    interface RowWork {
        void run(int from, int to);
    }

    private final int threads;
    private final ExecutorService executor;

    RowWorkers(int threads) {
        this.threads = threads;
        this.executor = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "rows");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Runs the work on all rows and waits for it.
     *
     * @param start where the entries of each row begin, and the end; parts are made with about as many entries each
     */
    void run(int[] start, RowWork work) {
        int rows = start.length - 1;
        if (threads == 1) {
            work.run(0, rows);
            return;
        }
        List<Future<?>> parts = new ArrayList<>();
        int from = 0;
        for (int part = 1; part <= threads; part++) {
            int to = part == threads ? rows : rowAt(start, (long) start[rows] * part / threads);
            int first = from;
            parts.add(executor.submit(() -> work.run(first, to)));
            from = to;
        }
        parts.forEach(RowWorkers::await);
    }

    private static int rowAt(int[] start, long entry) {
        int found = Arrays.binarySearch(start, (int) entry);
        return Math.min(start.length - 1, found < 0 ? -found - 1 : found);
    }

    private static void await(Future<?> part) {
        try {
            part.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while factorising", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
