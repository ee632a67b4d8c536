package dev.attune.api;

/**
 * What a tuner suggests for a round, with what it wants back with the reward: the point, the epoch, a probability. The
 * tuner need not remember its suggestions, so rewards may come late, in any order, or never.
 *
 * @param setting the hyperparameters to use
 * @param memo for the tuner's eyes only; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody, and a list would allocate for every number
public record Suggestion(Setting setting, double[] memo) {
    private static final double[] NO_MEMO = {};

    /** A suggestion whose reward teaches the tuner nothing. */
    public static Suggestion of(Setting setting) {
        return new Suggestion(setting, NO_MEMO);
    }
}
