package dev.attune.lab.run;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs the cells of a plan and appends what they come to. Cells share nothing that changes, so their numbers are the same
 * in any order and on any number of threads. Cells that the folder has already are not run again.
 */
public final class Runner {
    private final Plan plan;
    private final RunFolder folder;
    private final Progress progress;
    private int cells;
    private double rounds;

    private Runner(Plan plan, RunFolder folder, Progress progress) {
        this.plan = plan;
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Runs what is not there yet.
     *
     * @param fresh whether to forget what is there
     * @return how many cells were there already
     */
    public static int run(Plan plan, RunFolder folder, int threads, boolean fresh, Progress progress)
            throws IOException, InterruptedException {
        return run(plan, folder, List.of(), threads, fresh, progress);
    }

    /**
     * Runs what is not there yet, neither here nor elsewhere. What is elsewhere is copied, so that a folder always holds all
     * of its run.
     *
     * @param elsewhere folders of other runs
     * @param fresh whether to forget what is there; what is elsewhere counts all the same
     * @return how many cells were there already, here or elsewhere
     */
    public static int run(
            Plan plan, RunFolder folder, List<RunFolder> elsewhere, int threads, boolean fresh, Progress progress)
            throws IOException, InterruptedException {
        FileLock lock = folder.lock();
        try {
            if (fresh) {
                Files.deleteIfExists(folder.resultsFile());
            }
            folder.write(plan);
            return new Runner(plan, folder, progress).run(elsewhere, threads);
        } finally {
            lock.acquiredBy().close();
        }
    }

    private int run(List<RunFolder> elsewhere, int threads) throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "attune-cell");
            thread.setDaemon(true);
            return thread;
        });
        try (ResultsFile results = ResultsFile.append(folder.resultsFile())) {
            Set<String> there =
                    new HashSet<>(ResultsFile.read(folder.resultsFile()).keySet());
            for (RunFolder other : elsewhere) {
                copy(other, results, there);
            }
            List<Cell> todo = plan.cells().stream()
                    .filter(cell -> !there.contains(cell.key()))
                    .toList();
            double total = todo.stream()
                    .mapToDouble(cell -> cell.combination().rounds())
                    .sum();
            List<Future<?>> futures = new ArrayList<>();
            for (Cell cell : todo) {
                futures.add(pool.submit(() -> {
                    results.add(cell.play(plan.hash(), plan.version()));
                    finished(cell, total, todo.size());
                    return cell;
                }));
            }
            for (int i = 0; i < futures.size(); i++) {
                await(futures.get(i), todo.get(i));
            }
            return plan.cells().size() - todo.size();
        } finally {
            pool.shutdownNow();
        }
    }

    /** Copies what is finished in another folder and planned here. */
    private void copy(RunFolder other, ResultsFile results, Set<String> there) throws IOException {
        Map<String, CellResult> finished = ResultsFile.read(other.resultsFile());
        for (Cell cell : plan.cells()) {
            CellResult result = finished.get(cell.key());
            if (result != null && there.add(cell.key())) {
                results.add(result);
            }
        }
    }

    private static void await(Future<?> future, Cell cell) throws IOException, InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(describe(cell) + " failed: " + cause, cause);
        }
    }

    private synchronized void finished(Cell cell, double total, int allCells) {
        cells++;
        rounds += cell.combination().rounds();
        progress.at(rounds, total, cells, allCells, describe(cell));
    }

    private static String describe(Cell cell) {
        Contestant contestant = cell.combination().contestant();
        return contestant.policy() + " by " + contestant.tuner() + " on "
                + cell.combination().choice().label() + ", repetition " + cell.repetition();
    }
}
