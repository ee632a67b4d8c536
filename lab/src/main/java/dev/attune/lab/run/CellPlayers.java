package dev.attune.lab.run;

import java.io.IOException;
import java.util.List;

/** Who plays the cells of a run: the threads of this process, or other machines. */
public interface CellPlayers {
    /**
     * Plays cells and hands back each as it is finished, in any order. Returns when all are.
     *
     * @param cells numbers of cells of the plan
     * @throws FailedCellsException if cells failed and all others are finished
     */
    void play(Plan plan, List<Integer> cells, Finished finished) throws IOException, InterruptedException;

    /** Takes finished cells, from any thread. */
    @FunctionalInterface
    interface Finished {
        /**
         * A cell is finished. If it comes again, which is how some players make sure that it comes, it is not counted again.
         *
         * @param line what {@link Plan#play} gave
         */
        void cell(int number, String line) throws IOException;
    }
}
