package dev.attune.server.runtime;

import dev.attune.live.LiveDefinition;

/**
 * A bandit in a list.
 *
 * @param name what people call it
 * @param definition what it was made from; looked at closely, with the floor in force
 * @param paused whether it refuses to decide
 * @param decisions so far
 * @param learnt rewards learnt so far
 * @param waiting decisions that wait for rewards
 * @param expired decisions that were given up without a reward
 */
public record BanditSummary(
        String name,
        LiveDefinition definition,
        boolean paused,
        long decisions,
        long learnt,
        long waiting,
        long expired) {}
