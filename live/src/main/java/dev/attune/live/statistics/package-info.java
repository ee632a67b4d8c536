/**
 * Statistics of a running bandit: a fold over its decisions and their endings in bounded memory, and immutable snapshots. No clock and no
 * threads: time is an argument.
 */
package dev.attune.live.statistics;
