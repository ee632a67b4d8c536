package dev.attune.server.runtime;

/**
 * A reward of a decision.
 *
 * @param decision that is rewarded
 * @param rewardId the caller's id of the reward, so that it counts once; empty for none
 * @param value the reward
 */
public record DecisionReward(DecisionRef decision, String rewardId, double value) {}
