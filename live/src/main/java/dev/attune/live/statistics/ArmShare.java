package dev.attune.live.statistics;

/**
 * How often an arm was chosen within a span, and what it has earned.
 *
 * @param id what the caller calls it
 * @param share of the decisions of the span
 * @param decisions how many these are
 * @param reward mean of its rewards since it is among the arms chosen most
 */
public record ArmShare(String id, double share, long decisions, Estimate reward) {}
