package dev.attune.client;

import dev.attune.live.LiveDefinition;

/**
 * The definition and the state of a bandit.
 *
 * @param name its name
 * @param definition what it was made from
 * @param paused whether it rejects requests for decisions
 * @param decisions so far
 * @param learnt rewards learnt so far
 * @param waiting decisions that wait for their rewards
 * @param expired decisions whose window ended without a reward
 * @param catalogueVersion of the catalogue in force; 0 if there is none
 * @param catalogueArms number of arms in the catalogue
 */
public record BanditInfo(
        String name,
        LiveDefinition definition,
        boolean paused,
        long decisions,
        long learnt,
        long waiting,
        long expired,
        int catalogueVersion,
        int catalogueArms) {}
