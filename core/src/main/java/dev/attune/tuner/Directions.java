package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * What {@link ValueOfInformation} keeps about the space of coefficients: what is pending there, the directions that
 * greedy got wrong, M, and what knowing a direction better is worth, Q. One space for all arms, or a space for each block.
 */
interface Directions {
    /**
     * Takes note of the arms on offer.
     *
     * @throws IllegalArgumentException if the posterior is of another kind
     */
    void offered(ActionSet arms, Posterior posterior);

    /** Number of coefficients, d. */
    int coefficients();

    /** Number of decisions under way. */
    long pending();

    /** A decision is made. */
    void decided(double[] x, double weight, Posterior posterior);

    /** A decision was rewarded. */
    void rewarded(double[] x, double weight);

    /** A decision will never be rewarded. */
    void expired(double[] x, double weight, Posterior posterior);

    /** Writes sqrt(x' Bp x) of all arms. */
    void widths(ActionSet arms, Posterior posterior, double[] out);

    /** x' Bp x. */
    double variance(double[] x, Posterior posterior);

    /** x' Q x. */
    double value(double[] x, Posterior posterior);

    /** Writes x' u of all arms for one draw u from N(0, B). */
    void draw(ActionSet arms, Posterior posterior, RandomGenerator rng, double[] out);

    /**
     * M += amount D D' / (scale D' B D), D the difference of two arms.
     *
     * @return false, with nothing changed, if the arms do not differ
     */
    boolean blame(ActionSet arms, int best, int greedy, double amount, double scale, Posterior posterior);

    /** M *= factor. */
    void rescale(double factor);

    /** Q = ofLosses Bp M Bp + ofAll Bp, with what is pending computed anew. */
    void revalue(double ofLosses, double ofAll, Posterior posterior);

    /** Writes what is pending and M. */
    void writeLosses(StateWriter out);

    /** Reads what {@link #writeLosses} wrote. */
    void readLosses(StateReader in);

    /** Writes Q. */
    void writeValues(StateWriter out);

    /** Reads what {@link #writeValues} wrote. */
    void readValues(StateReader in);
}
