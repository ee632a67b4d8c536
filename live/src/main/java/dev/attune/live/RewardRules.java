package dev.attune.live;

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
}
