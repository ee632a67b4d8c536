package dev.attune.api;

/**
 * A setting that a tuner suggests for a round, with a memo that comes back with the reward: the point, the epoch, a probability. The tuner
 * does not have to remember its suggestions, so rewards may come late, in any order, several times or never.
 *
 * <p>A tuner writes and reads its memo by a record of its own: {@code encode()} makes the numbers, and {@code decode} reads them with {@link
 * #credit}. The numbers are journalled with the decision.
 *
 * @param setting the hyperparameters to use
 * @param memo meaningful only to the tuner that wrote it; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and a list would allocate for every number
public record Suggestion(Setting setting, double[] memo) {
    private static final double[] NO_MEMO = {};

    /** Returns a suggestion without a memo. */
    public static Suggestion of(Setting setting) {
        return new Suggestion(setting, NO_MEMO);
    }

    /**
     * Checks a reward for this suggestion, and starts to read its memo.
     *
     * @param space the hyperparameters of the tuner
     * @param length how many numbers the tuner writes
     * @param reward the reward
     * @throws IllegalArgumentException if the reward is NaN, infinite or larger than {@link Require#LIMIT} in size, the setting is of another
     *     space, or the memo has another length
     */
    public MemoReader credit(SettingSpace space, int length, double reward) {
        if (!(Math.abs(reward) <= Require.LIMIT)) {
            throw new IllegalArgumentException(
                    "reward = " + reward + " must be a finite number of size at most " + Require.LIMIT);
        }
        space.require(setting);
        if (memo.length != length) {
            throw new IllegalArgumentException("the memo of the suggestion has " + memo.length
                    + " numbers, this tuner writes " + length + ": another tuner made it");
        }
        return new MemoReader(memo);
    }
}
