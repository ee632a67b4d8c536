package dev.attune.tuner;

import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;

/** Checks on what a tuner is told about a past suggestion, before it changes anything; each message names the value. */
final class Credit {
    private Credit() {}

    /**
     * A reward on the scale of tuners, for a suggestion with a setting of this space and a memo of this length.
     *
     * @return the reward
     */
    static double require(SettingSpace space, Suggestion suggestion, int memoLength, double reward) {
        if (!(reward >= 0 && reward <= 1)) {
            throw new IllegalArgumentException("reward = " + reward + " must be in [0, 1]");
        }
        return requireFinite(space, suggestion, memoLength, reward);
    }

    /** As {@link #require}, for a reward on a scale of its own. */
    static double requireFinite(SettingSpace space, Suggestion suggestion, int memoLength, double reward) {
        if (!Double.isFinite(reward)) {
            throw new IllegalArgumentException("reward = " + reward + " must be finite");
        }
        space.require(suggestion.setting());
        if (suggestion.memo().length != memoLength) {
            throw new IllegalArgumentException("the memo of the suggestion has " + suggestion.memo().length
                    + " numbers, this tuner writes " + memoLength + ": another tuner made it");
        }
        return reward;
    }

    /** A whole number in a memo, from 0 up to but without the limit. */
    static int position(String name, double value, int limit) {
        if (!(value >= 0 && value < limit && value == (int) value)) {
            throw new IllegalArgumentException("the memo of the suggestion has " + name + " = " + value
                    + ", which is not one of the " + limit + " that this tuner knows");
        }
        return (int) value;
    }

    /** A probability in a memo, above zero. */
    static double probability(double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(
                    "the memo of the suggestion has probability = " + value + ", which is not in (0, 1]");
        }
        return value;
    }

    /** A number between zero and one in a memo. */
    static double share(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(
                    "the memo of the suggestion has " + name + " = " + value + ", which is not in [0, 1]");
        }
        return value;
    }
}
