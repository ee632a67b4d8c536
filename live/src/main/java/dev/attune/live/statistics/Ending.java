package dev.attune.live.statistics;

/**
 * How a decision ended, as statistics see it.
 *
 * @param decision its number in the bandit
 * @param time of the ending, in milliseconds since 1970
 * @param arm id of the chosen arm
 * @param arms how many were on offer
 * @param propensity probability of the chosen arm; NaN where it is not known
 * @param predicted mean reward that the model expected of the arm just before it learnt this one; NaN where it has no opinion
 * @param value the reward that is learnt; NaN if the decision expired
 */
public record Ending(
        long decision, long time, String arm, int arms, double propensity, double predicted, double value) {
    /** Whether there was no reward. */
    public boolean expired() {
        return Double.isNaN(value);
    }
}
