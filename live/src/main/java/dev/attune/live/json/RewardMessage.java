package dev.attune.live.json;

/**
 * A reward as a caller sends it.
 *
 * @param decision the signed id of the decision, as the caller was told it; empty where the path names it
 * @param id what the caller calls the reward, so that it counts once; empty if it has no name
 * @param value the reward
 */
public record RewardMessage(String decision, String id, double value) {}
