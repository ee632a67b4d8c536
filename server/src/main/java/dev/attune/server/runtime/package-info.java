/**
 * Bandits of a data folder: one writer for each, one journal for all, recovery, snapshots, windows and signed ids. Independent of HTTP.
 */
package dev.attune.server.runtime;
