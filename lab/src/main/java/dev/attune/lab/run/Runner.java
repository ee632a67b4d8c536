package dev.attune.lab.run;

import dev.attune.lab.run.Cell.Combination;
import dev.attune.lab.spec.Spec.EnvironmentChoice;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Has the cells of a plan played and appends their results. Cells share no mutable state, so their numbers are the
 * same in any order, on any number of threads and on any machine. Cells whose results are in the folder are not run again.
 * Where the spec says {@code until}, repetitions are added in {@link Waves}.
 */
public final class Runner {
    /** Receives the progress of a run, from one thread at a time. */
    public interface Progress {
        /**
         * Reports the progress.
         *
         * @param done rounds of all finished cells, without those of earlier runs
         * @param total rounds of all cells that this run has to do, as far as is decided
         * @param cells finished cells
         * @param allCells cells that this run has to do, as far as is decided
         * @param last the cell that was just finished, such as "LinUCB by VOI on simulation, repetition 3"
         */
        void at(double done, double total, int cells, int allCells, String last);

        /**
         * Reports the begin of another wave of repetitions.
         *
         * @param number of the wave, from 2
         * @param environments how many go on
         */
        default void wave(int number, int environments) {}
    }

    private final Plan plan;
    private final RunFolder folder;
    private final Progress progress;
    private final Waves waves;
    private final Map<String, CellResult> there = new HashMap<>();
    private final Set<Integer> finished = new HashSet<>();
    private int allCells;
    private double total;
    private double rounds;

    private Runner(Plan plan, RunFolder folder, Progress progress) {
        this.plan = plan;
        this.folder = folder;
        this.progress = progress;
        this.waves = new Waves(plan);
    }

    /**
     * Runs the cells that are missing.
     *
     * @param fresh whether to discard the results in the folder
     * @return how many cells were there already
     */
    public static int run(Plan plan, RunFolder folder, CellPlayers players, boolean fresh, Progress progress)
            throws IOException, InterruptedException {
        return run(plan, folder, List.of(), players, fresh, () -> true, progress);
    }

    /**
     * Runs the cells that are missing here and elsewhere. Results from elsewhere are copied, so that a folder always holds all
     * of its run.
     *
     * @param elsewhere folders of other runs
     * @param players play the cells
     * @param fresh whether to discard the results in the folder; those elsewhere still count
     * @param another whether another wave of repetitions may begin; called before each wave but the first
     * @return how many cells were there already, here or elsewhere
     */
    public static int run(
            Plan plan,
            RunFolder folder,
            List<RunFolder> elsewhere,
            CellPlayers players,
            boolean fresh,
            BooleanSupplier another,
            Progress progress)
            throws IOException, InterruptedException {
        FileLock lock = folder.lock();
        try {
            if (fresh) {
                folder.discard();
            }
            return new Runner(plan, folder, progress).run(elsewhere, players, another);
        } finally {
            lock.acquiredBy().close();
        }
    }

    private int run(List<RunFolder> elsewhere, CellPlayers players, BooleanSupplier another)
            throws IOException, InterruptedException {
        folder.write(plan, waves, false);
        try (OutputStream results = folder.append()) {
            folder.finished().forEach((key, result) -> there.put(key, result.withoutCurve()));
            for (RunFolder other : elsewhere) {
                copy(other, results);
            }
            Set<String> before = Set.copyOf(there.keySet());
            play(todo(), players, results);
            boolean stopped = false;
            for (int wave = 2; !stopped; wave++) {
                int going = waves.grow(this::results);
                List<Integer> todo = todo();
                stopped = going == 0;
                if (!todo.isEmpty() && !another.getAsBoolean()) {
                    waves.takeBack();
                    folder.write(plan, waves, true);
                    break;
                }
                folder.write(plan, waves, false);
                if (!todo.isEmpty()) {
                    progress.wave(wave, going);
                    play(todo, players, results);
                }
            }
            return (int) plan.cells().stream()
                    .filter(cell -> waves.include(cell) && before.contains(cell.key()))
                    .count();
        }
    }

    private List<Integer> todo() {
        List<Cell> cells = plan.cells();
        List<Integer> todo = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            Cell cell = cells.get(i);
            if (waves.include(cell) && !there.containsKey(cell.key())) {
                todo.add(i);
            }
        }
        return todo;
    }

    private void play(List<Integer> todo, CellPlayers players, OutputStream results)
            throws IOException, InterruptedException {
        allCells += todo.size();
        todo.forEach(cell -> total += plan.cells().get(cell).combination().rounds());
        if (!todo.isEmpty()) {
            players.play(plan, todo, (cell, line) -> finished(cell, line, results));
        }
        if (finished.size() < allCells) {
            throw new IllegalStateException(allCells - finished.size() + " cells have no result");
        }
    }

    /** Returns the results of an environment, of the repetitions that are decided, under the labels of the plan. */
    private List<CellResult> results(EnvironmentChoice choice) {
        List<CellResult> results = new ArrayList<>();
        for (Combination combination : plan.combinations()) {
            for (int n = 1; combination.choice().equals(choice) && n <= waves.repetitions(choice); n++) {
                CellResult result = there.get(CellResult.key(combination.hash(), n));
                if (result != null) {
                    results.add(combination.labelled(result));
                }
            }
        }
        return results;
    }

    /** Copies results of another folder that are planned here. */
    private void copy(RunFolder other, OutputStream results) throws IOException {
        Map<String, CellResult> finishedThere = other.finished();
        for (Cell cell : plan.cells()) {
            CellResult result = finishedThere.get(cell.key());
            if (result != null && there.putIfAbsent(cell.key(), result.withoutCurve()) == null) {
                write(result.toJson(), results);
            }
        }
    }

    private static void write(String line, OutputStream results) throws IOException {
        results.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private synchronized void finished(int number, String line, OutputStream results) throws IOException {
        if (!finished.add(number)) {
            return;
        }
        write(line, results);
        Cell cell = plan.cells().get(number);
        there.put(cell.key(), CellResult.parse(line).withoutCurve());
        rounds += cell.combination().rounds();
        progress.at(rounds, total, finished.size(), allCells, plan.describe(number));
    }
}
