package dev.attune.tuner;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * The covering oracle of the zooming algorithms: is every point of the unit cube in one of the balls, and if not, which
 * point is not? Whether a ball belongs to an active point or was cut from the candidate region makes no difference: a
 * point in either needs no activation.
 *
 * <p>An oracle follows one set of balls, and may remember what it found out about it. It must be cleared with the balls.
 */
sealed interface Covering permits IntervalCovering, CellCovering {
    /** The oracle for a dimension: exact for one, to a tolerance for more. */
    static Covering ofDimension(int p) {
        return p == 1 ? new IntervalCovering() : new CellCovering(p);
    }

    /**
     * Looks for a point in no ball, far from the balls.
     *
     * @param point set to the point found; as it was if there is none
     * @return whether there is one
     */
    boolean findUncovered(Balls balls, double[] point);

    /** How far from the nearest ball a point may be that this oracle takes for covered. */
    double tolerance();

    /** Forgets all balls. */
    void clear();

    /** Writes what later answers depend on, beyond the balls. */
    void writeState(StateWriter out);

    /** Reads what {@link #writeState} wrote, when the balls have been read. */
    void readState(StateReader in, Balls balls);
}
