package dev.attune.live;

import dev.attune.api.RewardRange;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * What happens to the rewards of a bandit.
 *
 * @param window how long a decision waits for rewards
 * @param learning when a reward is learnt
 * @param aggregation what becomes of several rewards for one decision; with {@link Learning#AT_ONCE} only the first can count
 * @param defaultReward what is learnt for a decision without a reward when its window ends; if empty, nothing is, and it expires
 */
public record RewardRules(Duration window, Learning learning, Aggregation aggregation, OptionalDouble defaultReward) {
    private static final Duration LONGEST = Duration.ofDays(90); // before DEFAULT, which is held against it

    /** Ten minutes, learnt at their end, the first reward counts, none is 0. */
    public static final RewardRules DEFAULT =
            new RewardRules(Duration.ofMinutes(10), Learning.AT_WINDOW_END, Aggregation.FIRST, OptionalDouble.of(0));

    /** Refuses rules that contradict each other. */
    public RewardRules {
        if (window.toMillis() < 1 || window.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("the window is " + window + "; it must be between 1 ms and " + LONGEST);
        }
        if (learning == Learning.AT_ONCE && aggregation != Aggregation.FIRST) {
            throw new IllegalArgumentException(
                    "a bandit that learns at once cannot wait for the " + aggregation + " of several rewards");
        }
        window = Duration.ofMillis(window.toMillis()); // time is told in milliseconds
    }

    /**
     * Refuses what can be no reward, whatever the decision.
     *
     * @param learnable rewards that the bandit can learn
     * @throws RefusedException saying which field is to blame
     */
    public void check(RewardRange learnable, String rewardId, double value) {
        EventLimits.requireId("id", rewardId);
        requireInRange("value", learnable, value);
    }

    /** Parts of a sum may be outside the range; the sum is held within it. */
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
