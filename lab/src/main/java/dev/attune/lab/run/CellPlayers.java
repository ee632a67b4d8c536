package dev.attune.lab.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Plays the cells of a run: on threads of this process, or on other machines. */
public interface CellPlayers {
    /**
     * Plays cells and reports each as it is finished, in any order. Returns when all are finished.
     *
     * @param cells numbers of cells of the plan
     * @throws FailedCellsException if cells failed and all others are finished
     */
    void play(Plan plan, List<Integer> cells, Finished finished) throws IOException, InterruptedException;

    /** Receives finished cells, from any thread. */
    @FunctionalInterface
    interface Finished {
        /**
         * Reports a finished cell. Repeated reports of a cell are ignored.
         *
         * @param line what {@link Plan#play} gave
         */
        void cell(int number, String line) throws IOException;
    }

    /** Reports that some cells failed; all others are finished. */
    final class FailedCellsException extends IllegalStateException {
        private static final long serialVersionUID = 1;

        private final List<String> failures;

        /** Creates an exception with one line for each cell: its name and the reason. */
        public FailedCellsException(List<String> failures) {
            super(failures.size() + (failures.size() == 1 ? " cell" : " cells") + " failed: "
                    + String.join("; ", failures));
            this.failures = List.copyOf(failures);
        }

        /** Returns one line for each failed cell. */
        public List<String> failures() {
            return failures;
        }
    }

    /**
     * Plays cells on threads of this process. The first cell that fails ends it.
     *
     * @param threads how many cells at the same time
     */
    static CellPlayers onThreads(int threads) {
        return (plan, cells, finished) -> {
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
        };
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
