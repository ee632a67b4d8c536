package dev.attune.live.statistics;

import dev.attune.api.Setting;

/**
 * A decision when it is made.
 *
 * @param decision its number in the bandit, one more than the last
 * @param position its position in the journal
 * @param time in milliseconds since 1970
 * @param arm id of the chosen arm
 * @param propensity probability of the chosen arm; NaN if unknown
 * @param exploring whether another arm had a larger estimate, or the arm was drawn without one
 * @param reason why it was chosen
 * @param setting the hyperparameters in force
 */
public record Choice(
        long decision,
        long position,
        long time,
        String arm,
        double propensity,
        boolean exploring,
        ChoiceReason reason,
        Setting setting) {
    /** Returns why the arm was chosen, in plain words. */
    public String why() {
        return reason.sentence(arm, propensity);
    }
}
