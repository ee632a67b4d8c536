package dev.attune.live.json;

/**
 * A reward as a client sends it.
 *
 * @param decision id of the decision; empty if the path contains it
 * @param id the caller's id of the reward, so that it counts once; empty for none
 * @param value the reward
 */
public record RewardMessage(String decision, String id, double value) {}
