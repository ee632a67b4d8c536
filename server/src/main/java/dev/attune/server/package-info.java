/** The decision service: {@link dev.attune.server.AttuneServer} puts bandits, journal and HTTP together. */
package dev.attune.server;
