package dev.attune.server.runtime;

/**
 * A decision, wherever it is.
 *
 * @param bandit number of the bandit that decided
 * @param decision number of the decision in the bandit
 * @param position of the decision in the journal, so that it can be found again
 */
public record DecisionRef(int bandit, long decision, long position) {}
