package dev.attune.live;

import dev.attune.api.RewardRange;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The rules for the rewards of a bandit.
 *
 * @param window time for which a decision waits for rewards
 * @param learning when a reward is learnt
 * @param aggregation combines several rewards of one decision; with {@link Learning#AT_ONCE} only the first can count
 * @param defaultReward reward that is learnt for a decision without one at the end of its window; if empty, the decision expires
 */
public record RewardRules(Duration window, Learning learning, Aggregation aggregation, OptionalDouble defaultReward) {
    /** When the reward of a decision is learnt. */
    public enum Learning {
        /**
         * At the end of the window, so that all decisions wait equally long: learning quick rewards first would make arms that are rewarded
         * quickly look better than they are.
         */
        AT_WINDOW_END,
        /** On arrival; valid if rewards arrive at once, or if their delay does not depend on them. */
        AT_ONCE
    }

    /** Combines the rewards of one decision into the value that is learnt. */
    public enum Aggregation {
        /** The first one; others are not counted. */
        FIRST,
        /** The last one before the end of the window. */
        LAST,
        /** The sum of all, limited to the range of rewards. */
        SUM
    }

    private static final Duration LONGEST = Duration.ofDays(90); // before DEFAULT, which uses it

    /** Ten minutes, learnt at their end, the first reward counts, a missing one is 0. */
    public static final RewardRules DEFAULT =
            new RewardRules(Duration.ofMinutes(10), Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.of(0));

    /** Rejects rules that contradict each other. */
    public RewardRules {
        if (window.toMillis() < 1 || window.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("the window is " + window + "; it must be between 1 ms and " + LONGEST);
        }
        if (learning == Learning.AT_ONCE && aggregation != Aggregation.FIRST) {
            throw new IllegalArgumentException(
                    "a bandit that learns at once cannot wait for the " + aggregation + " of several rewards");
        }
        window = Duration.ofMillis(window.toMillis()); // the journal has milliseconds
    }

    void write(StateWriter out) {
        out.writeLong(window.toMillis());
        out.writeString(learning.name());
        out.writeString(aggregation.name());
        SavedValues.writeOptional(defaultReward, out);
    }

    static RewardRules read(StateReader in) {
        return new RewardRules(
                Duration.ofMillis(in.readTally()),
                Learning.valueOf(in.readString()),
                Aggregation.valueOf(in.readString()),
                SavedValues.readOptional(in));
    }

    /** Returns whether a reward is learnt on arrival. */
    boolean atOnce() {
        return learning == Learning.AT_ONCE;
    }

    /**
     * Rejects an invalid reward.
     *
     * @param learnable rewards that the bandit can learn
     * @throws RefusedException with the invalid field
     */
    public void check(RewardRange learnable, String rewardId, double value) {
        EventLimits.requireId("id", rewardId);
        requireInRange("value", learnable, value);
    }

    /** Parts of a sum may be outside the range; the sum is limited to it. */
    void requireInRange(String field, RewardRange learnable, double value) {
        RewardRange range = aggregation == Aggregation.SUM ? RewardRange.REALS : learnable;
        if (!(value >= range.low() && value <= range.high())) {
            throw RefusedException.invalid(
                    field,
                    "reward = " + value + " is outside the range [" + range.low() + ", " + range.high()
                            + "] of this bandit's rewards");
        }
    }
}
