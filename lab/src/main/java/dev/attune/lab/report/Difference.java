package dev.attune.lab.report;

/**
 * A tuner compared with another one on the same repetitions: the first one's figure minus the second one's.
 *
 * @param tuner the first
 * @param against the second
 * @param mean of the paired differences, of regret or else of reward
 * @param low lower end of the 95 % bootstrap interval; NaN for a single pair
 * @param high upper end
 * @param wins repetitions in which the first one did better
 * @param repetitions how many pairs
 */
public record Difference(
        String tuner, String against, double mean, double low, double high, int wins, int repetitions) {}
