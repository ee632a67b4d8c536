package dev.attune.live.statistics;

import dev.attune.encode.Collisions;

/**
 * All that others may know of a bandit without asking its writer; never changes.
 *
 * @param policy name of the policy
 * @param tuner name of the tuner
 * @param statistics what happened so far
 * @param tunerView what the tuner does
 * @param collisions how crowded the encoder's slots are
 * @param paused whether the bandit refuses to decide
 * @param waiting decisions that wait for rewards
 * @param defaultReward whether a missing reward counts as some value
 */
public record Published(
        String policy,
        String tuner,
        StatisticsSnapshot statistics,
        TunerView tunerView,
        Collisions collisions,
        boolean paused,
        long waiting,
        boolean defaultReward) {}
