package dev.attune.live.statistics;

/**
 * The end of a decision, as the statistics need it.
 *
 * @param decision its number in the bandit
 * @param time of the ending, in milliseconds since 1970
 * @param arm id of the chosen arm
 * @param attribution from the time of the decision
 * @param predicted mean reward that the model expected just before it learnt this one; NaN if it has no estimate
 * @param value the reward that is learnt; NaN if the decision expired
 */
public record Ending(long decision, long time, String arm, Attribution attribution, double predicted, double value) {
    /** Returns whether there was no reward. */
    public boolean expired() {
        return Double.isNaN(value);
    }
}
