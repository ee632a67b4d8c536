/**
 * Bandits of a data folder: one writer for each, one journal for all, recovery, snapshots and windows. Independent of HTTP.
 */
package dev.attune.server.runtime;
