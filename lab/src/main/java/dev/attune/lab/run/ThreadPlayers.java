package dev.attune.lab.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Plays cells on threads of this process. The first cell that fails ends it.
 *
 * @param threads how many cells at the same time
 */
public record ThreadPlayers(int threads) implements CellPlayers {
    @Override
    public void play(Plan plan, List<Integer> cells, Finished finished) throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "attune-cell");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int cell : cells) {
                futures.add(pool.submit(() -> {
                    finished.cell(cell, plan.play(cell));
                    return cell;
                }));
            }
            for (int i = 0; i < futures.size(); i++) {
                await(futures.get(i), plan.describe(cells.get(i)));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void await(Future<?> future, String cell) throws IOException, InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(cell + " failed: " + cause, cause);
        }
    }
}
