package dev.attune.live.json;

/**
 * A reward of a decision that is named by its id or by its request.
 *
 * @param request the caller's id of the request; empty if the decision is named
 * @param reward the reward; its decision is empty if the request is named
 */
public record RequestReward(String request, RewardMessage reward) {}
