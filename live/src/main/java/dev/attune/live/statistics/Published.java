package dev.attune.live.statistics;

import dev.attune.encode.Collisions;

/**
 * All that others may know of a bandit without asking its writer; never changes.
 *
 * @param policy name of the policy
 * @param tuner name of the tuner
 * @param statistics what happened so far
 * @param tunerView what the tuner does
 * @param model what the model believes; may be a few seconds older than the rest
 * @param paused whether the bandit refuses to decide
 * @param waiting decisions that wait for rewards
 * @param defaultReward whether a missing reward counts as some value
 */
public record Published(
        String policy,
        String tuner,
        StatisticsSnapshot statistics,
        TunerView tunerView,
        ModelView model,
        boolean paused,
        long waiting,
        boolean defaultReward) {
    /** How crowded the encoder's slots are. */
    public Collisions collisions() {
        return model.collisions();
    }
}
