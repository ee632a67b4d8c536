package dev.attune.server.runtime;

/**
 * A change that somebody made.
 *
 * @param time in milliseconds since 1970
 * @param position its place in the journal
 * @param bandit what people call, or called, the bandit
 * @param what {@code created}, {@code catalogue}, {@code paused}, {@code resumed}, {@code floor}, {@code retired}, {@code deleted}
 * @param to what it was changed to, if anything; otherwise empty
 * @param by who did it; empty where the journal does not tell
 */
public record AuditedChange(long time, long position, String bandit, String what, String to, String by) {}
