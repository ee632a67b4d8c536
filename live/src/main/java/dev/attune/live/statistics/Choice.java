package dev.attune.live.statistics;

import dev.attune.api.Setting;

/**
 * A decision, as statistics see it when it is made.
 *
 * @param decision its number in the bandit, one more than the last
 * @param position its place in the journal
 * @param time in milliseconds since 1970
 * @param arm id of the chosen arm
 * @param arms how many were on offer
 * @param propensity probability of the chosen arm; NaN where it is not known
 * @param setting the hyperparameters in force
 * @param mean estimated mean reward of the chosen arm; NaN where there is no estimate
 * @param best largest estimated mean reward of the arms on offer; NaN where there is no estimate
 * @param random whether the arm was drawn at random because nothing was known yet
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
        boolean random) {
    private static final double LARGEST = 1e120; // beyond it squares could not be summed

    /** Whether another arm was thought to be better. */
    public boolean exploring() {
        return random || mean < best;
    }

    /** What the choice cost as estimated when it was made: best minus chosen mean; NaN where there is no usable estimate. */
    public double regret() {
        double cost = best - mean;
        return cost <= LARGEST ? cost : Double.NaN;
    }
}
