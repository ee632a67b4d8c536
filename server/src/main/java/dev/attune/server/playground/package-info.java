/** Readers who are not there, so that a newcomer sees a bandit learn. */
package dev.attune.server.playground;
