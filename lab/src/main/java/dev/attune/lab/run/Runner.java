package dev.attune.lab.run;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Has the cells of a plan played and appends what they come to. Cells share nothing that changes, so their numbers are the
 * same in any order, on any number of threads and on any machine. Cells that the folder has already are not run again.
 */
public final class Runner {
    private final Plan plan;
    private final RunFolder folder;
    private final Progress progress;
    private final Set<Integer> finished = new HashSet<>();
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
    public static int run(Plan plan, RunFolder folder, CellPlayers players, boolean fresh, Progress progress)
            throws IOException, InterruptedException {
        return run(plan, folder, List.of(), players, fresh, progress);
    }

    /**
     * Runs what is not there yet, neither here nor elsewhere. What is elsewhere is copied, so that a folder always holds all
     * of its run.
     *
     * @param elsewhere folders of other runs
     * @param players who plays the cells
     * @param fresh whether to forget what is there; what is elsewhere counts all the same
     * @return how many cells were there already, here or elsewhere
     */
    public static int run(
            Plan plan,
            RunFolder folder,
            List<RunFolder> elsewhere,
            CellPlayers players,
            boolean fresh,
            Progress progress)
            throws IOException, InterruptedException {
        FileLock lock = folder.lock();
        try {
            if (fresh) {
                Files.deleteIfExists(folder.resultsFile());
            }
            folder.write(plan);
            return new Runner(plan, folder, progress).run(elsewhere, players);
        } finally {
            lock.acquiredBy().close();
        }
    }

    private int run(List<RunFolder> elsewhere, CellPlayers players) throws IOException, InterruptedException {
        try (ResultsFile results = ResultsFile.append(folder.resultsFile())) {
            Set<String> there =
                    new HashSet<>(ResultsFile.read(folder.resultsFile()).keySet());
            for (RunFolder other : elsewhere) {
                copy(other, results, there);
            }
            List<Cell> cells = plan.cells();
            List<Integer> todo = new ArrayList<>();
            double total = 0;
            for (int i = 0; i < cells.size(); i++) {
                if (!there.contains(cells.get(i).key())) {
                    todo.add(i);
                    total += cells.get(i).combination().rounds();
                }
            }
            if (!todo.isEmpty()) {
                double allRounds = total;
                players.play(plan, todo, (cell, line) -> finished(cell, line, results, allRounds, todo.size()));
            }
            if (finished.size() < todo.size()) {
                throw new IllegalStateException(
                        todo.size() - finished.size() + " cells were given out and did not come back");
            }
            return cells.size() - todo.size();
        }
    }

    /** Copies what is finished in another folder and planned here. */
    private void copy(RunFolder other, ResultsFile results, Set<String> there) throws IOException {
        Map<String, CellResult> finishedThere = ResultsFile.read(other.resultsFile());
        for (Cell cell : plan.cells()) {
            CellResult result = finishedThere.get(cell.key());
            if (result != null && there.add(cell.key())) {
                results.add(ResultLine.write(result));
            }
        }
    }

    private synchronized void finished(int number, String line, ResultsFile results, double total, int allCells)
            throws IOException {
        if (!finished.add(number)) {
            return;
        }
        results.add(line);
        rounds += plan.cells().get(number).combination().rounds();
        progress.at(rounds, total, finished.size(), allCells, plan.describe(number));
    }
}
