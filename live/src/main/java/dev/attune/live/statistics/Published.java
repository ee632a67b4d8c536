package dev.attune.live.statistics;

import dev.attune.api.Setting;
import dev.attune.api.TunerMap;
import dev.attune.encode.Collisions;
import java.util.Optional;

/**
 * All that can be shown of a bandit without its writer. Immutable.
 *
 * @param policy name of the policy
 * @param tuner name of the tuner
 * @param statistics of the decisions so far
 * @param tunerView state of the tuner
 * @param collisions in the encoder's slots
 * @param paused whether the bandit rejects requests for decisions
 * @param waiting decisions that wait for rewards
 * @param defaultReward whether a missing reward counts as some value
 * @param uniformShare chance that the next decision is uniformly random by the uniform share
 */
public record Published(
        String policy,
        String tuner,
        StatisticsSnapshot statistics,
        TunerView tunerView,
        Collisions collisions,
        boolean paused,
        long waiting,
        boolean defaultReward,
        double uniformShare) {
    /**
     * The state of a tuner.
     *
     * @param map what it has learnt of the hyperparameters
     * @param inForce the setting of the last decision; the preset if there was none
     * @param path the exploration path of the last decision, if the policy has one and scored its arms
     */
    public record TunerView(TunerMap map, Setting inForce, Optional<PathView> path) {}
}
