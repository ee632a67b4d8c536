package dev.attune.server.runtime;

import dev.attune.live.LiveDefinition;
import dev.attune.live.statistics.BanditCounters;

/**
 * A bandit in a list.
 *
 * @param name of the bandit
 * @param definition what it was created from; in a {@link BanditView} with the uniform share in force
 * @param paused whether it rejects requests for decisions
 * @param counters of the bandit; in a list only the first four
 */
public record BanditOverview(String name, LiveDefinition definition, boolean paused, BanditCounters counters) {}
