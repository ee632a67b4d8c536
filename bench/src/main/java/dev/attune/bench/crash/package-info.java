/**
 * The crash test: the real service is killed at random moments under load, and what it had promised is held against its journal and
 * its states.
 */
package dev.attune.bench.crash;
