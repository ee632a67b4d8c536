package dev.attune.server.runtime;

/**
 * A reward to be given.
 *
 * @param decision what it is for
 * @param rewardId what the caller calls the reward, so that it counts once; empty if it has no name
 * @param value the reward
 */
public record RewardOrder(DecisionRef decision, String rewardId, double value) {}
