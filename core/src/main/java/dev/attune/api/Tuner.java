package dev.attune.api;

import dev.attune.state.Checkpointed;
import java.util.random.RandomGenerator;

/**
 * The top layer: suggests a setting for each round and is told the rewards that its suggestions earned.
 *
 * <p>Laws, checked for every implementation by one contract test: suggestions belong to the space; the same state and
 * generator give the same suggestion; rewards may come late, in any order, several for one suggestion, or never.
 *
 * <p>A tuner has a single writer, as a {@link Policy} has.
 */
public interface Tuner extends Checkpointed {
    /** The hyperparameters that it tunes. */
    SettingSpace space();

    /**
     * Suggests a setting. May change the tuner's state.
     *
     * @param t the tuner's round, from 1; warm-up rounds do not count
     * @param rng the only source of randomness, keyed by seed and round
     */
    Suggestion suggest(long t, RandomGenerator rng);

    /**
     * Learns what a suggestion earned.
     *
     * @param suggestion one that this tuner made, in this or an earlier epoch
     * @param reward scaled to [0, 1]
     */
    void observe(Suggestion suggestion, double reward);
}
