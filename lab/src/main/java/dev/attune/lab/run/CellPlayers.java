package dev.attune.lab.run;

import java.io.IOException;
import java.util.List;

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
}
