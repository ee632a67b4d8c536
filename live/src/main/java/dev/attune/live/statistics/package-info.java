/**
 * What people want to know of a running bandit: a fold over its decisions and their endings, in memory that does not grow, and
 * snapshots of it that never change. No clock and no threads: time is an argument.
 */
package dev.attune.live.statistics;
