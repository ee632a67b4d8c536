package dev.attune.server.runtime;

/**
 * A change by an operator.
 *
 * @param time in milliseconds since 1970
 * @param position its position in the journal
 * @param bandit name of the bandit
 * @param what {@code created}, {@code catalogue}, {@code paused}, {@code resumed}, {@code floor}, {@code retired}, {@code deleted}
 * @param to the new value; empty if there is none
 * @param by the operator; empty if unknown
 */
public record AuditedChange(long time, long position, String bandit, String what, String to, String by) {}
