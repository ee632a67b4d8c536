package dev.attune.api;

/**
 * The rewards that are accepted, both ends included.
 *
 * @param low smallest accepted reward
 * @param high largest accepted reward
 */
public record RewardRange(double low, double high) {
    /**
     * Any finite reward that can be squared and summed without overflow; nothing that is measured in the world comes
     * near the limit.
     */
    public static final RewardRange REALS = new RewardRange(-Require.LIMIT, Require.LIMIT);

    /** Rewards such as clicks and shares of success. */
    public static final RewardRange UNIT = new RewardRange(0, 1);

    /** Rewards such as counts and amounts. */
    public static final RewardRange NON_NEGATIVE = new RewardRange(0, Require.LIMIT);

    /** Checks that the range is not empty and within the reals that can be summed. */
    public RewardRange {
        if (!(low < high && low >= -Require.LIMIT && high <= Require.LIMIT)) {
            throw new IllegalArgumentException("a reward range needs low < high, both finite and at most "
                    + Require.LIMIT + " in size, but is [" + low + ", " + high + "]");
        }
    }

    /** The reward itself if it is in the range. */
    public double require(double reward) {
        if (!(reward >= low && reward <= high)) {
            throw new IllegalArgumentException(
                    "reward = " + reward + " is outside the range [" + low + ", " + high + "]");
        }
        return reward;
    }
}
