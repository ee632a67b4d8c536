package dev.attune.lab.run;

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
