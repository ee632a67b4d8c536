/** The decision service. HTTP at the edge, one writer for each bandit, one journal below them all. */
package dev.attune.server;
