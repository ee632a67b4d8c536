package dev.attune.live.statistics;

import dev.attune.api.Control;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * What the statistics need again when a decision ends.
 *
 * @param weight of its reward in the value of a random arm, of mean 1; NaN if unknown. With probability p of the chosen one of K arms it is 1 /
 *     (K p). Where p is unknown, the draws of the uniform share tell the value: 1 / share for such a draw, 0 for any other decision.
 * @param term what its reward adds to the comparison with the control
 * @param segments numbers of the segments that the decision belongs to
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Attribution(double weight, Control.Term term, int[] segments) {
    private static final int[] NONE = {};
    private static final int MOST_SEGMENTS = 64;

    /** Returns that of a decision without segments and control by its probability; NaN if that is unknown. */
    public static Attribution of(int arms, double propensity) {
        return new Attribution(weight(arms, propensity), Control.Term.NONE, NONE);
    }

    /** Returns the weight of a decision by its probability; NaN if that is unknown. */
    public static double weight(int arms, double propensity) {
        return propensity > 0 ? 1 / (arms * propensity) : Double.NaN;
    }

    /** Returns the weight of a decision of unknown probability by the uniform share in force; NaN if that is 0. */
    public static double weight(double share, boolean drawn) {
        return share > 0 ? drawn ? 1 / share : 0 : Double.NaN;
    }

    /** Writes it. */
    public void write(StateWriter out) {
        boolean known = !Double.isNaN(weight);
        out.writeFlag(known);
        out.writeDouble(known ? Math.min(Weights.HEAVIEST, weight) : 0);
        out.writeFlag(term.exists());
        out.writeDouble(term.exists() ? term.g() : 0);
        out.writeDouble(term.bound());
        out.writeInt(segments.length);
        for (int segment : segments) {
            out.writeInt(segment);
        }
    }

    /** Reads what {@link #write} has written. */
    public static Attribution read(StateReader in) {
        boolean known = in.readFlag();
        double weight = in.readDouble();
        boolean compared = in.readFlag();
        double g = in.readDouble();
        double bound = in.readDouble();
        if (weight < 0) {
            throw new StateFormatException("a saved decision has the weight " + weight);
        }
        if (!(bound >= 1)) {
            throw new StateFormatException("a saved decision has a bound of " + bound + " below 1");
        }
        int[] segments = new int[in.readCount(MOST_SEGMENTS)];
        for (int i = 0; i < segments.length; i++) {
            segments[i] = in.readInt();
        }
        return new Attribution(
                known ? weight : Double.NaN, compared ? new Control.Term(g, bound) : Control.Term.NONE, segments);
    }
}
