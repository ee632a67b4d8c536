/**
 * Bandits that live in a data folder: one writer for each, one journal below them all, recovery, snapshots and windows. Knows nothing of
 * HTTP.
 */
package dev.attune.server.runtime;
