package dev.attune.client;

/**
 * A bandit in a list.
 *
 * @param name its name
 * @param policy by its name in the catalogue of policies
 * @param tuner by its name in the catalogue of tuners
 * @param paused whether it rejects requests for decisions
 * @param decisions so far
 * @param learnt rewards learnt so far
 * @param waiting decisions that wait for their rewards
 */
public record BanditSummary(
        String name, String policy, String tuner, boolean paused, long decisions, long learnt, long waiting) {}
