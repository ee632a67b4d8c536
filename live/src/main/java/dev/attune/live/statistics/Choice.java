package dev.attune.live.statistics;

import dev.attune.api.Setting;
import dev.attune.encode.Features;

/**
 * A decision, as the statistics need it when it is made.
 *
 * @param decision its number in the bandit, one more than the last
 * @param position its position in the journal
 * @param time in milliseconds since 1970
 * @param arm id of the chosen arm
 * @param arms number of arms on offer
 * @param propensity probability of the chosen arm; NaN if unknown
 * @param setting the hyperparameters in force
 * @param mean estimated mean reward of the chosen arm; NaN if there is no estimate
 * @param best largest estimated mean reward of the arms on offer; NaN if there is no estimate
 * @param reason why it was chosen
 * @param context features of the request
 */
public record Choice(
        long decision,
        long position,
        long time,
        String arm,
        int arms,
        double propensity,
        Setting setting,
        double mean,
        double best,
        ChoiceReason reason,
        Features context) {
    private static final double LARGEST = 1e120; // beyond it squares could not be summed

    /** Returns whether another arm had a larger estimate, or the arm was drawn without one. */
    public boolean exploring() {
        return switch (reason.kind()) {
            case NOTHING_KNOWN -> true;
            case UNIFORM_SHARE -> Double.isNaN(mean) || mean < best;
            default -> mean < best;
        };
    }

    /** Returns the estimated cost of the choice: best minus chosen mean; NaN if there is no usable estimate. */
    public double regret() {
        double cost = best - mean;
        return cost <= LARGEST ? cost : Double.NaN;
    }
}
