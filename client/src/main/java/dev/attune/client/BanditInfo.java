package dev.attune.client;

import dev.attune.live.LiveDefinition;

/**
 * A bandit in full.
 *
 * @param name its name
 * @param definition what it was made from
 * @param paused whether it refuses to decide
 * @param decisions so far
 * @param learnt rewards learnt so far
 * @param waiting decisions that wait for their rewards
 * @param expired decisions whose window ended without a reward, so that nothing was learnt from them
 * @param catalogueVersion of the catalogue in force; 0 if there is none
 * @param catalogueArms how many arms it has
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
