package dev.attune.server.runtime;

/**
 * The location of a decision.
 *
 * @param bandit number of the bandit that decided
 * @param decision number of the decision in the bandit
 * @param position of the decision in the journal
 */
public record DecisionRef(int bandit, long decision, long position) {}
