/**
 * A bandit that lives by its events. {@link dev.attune.live.LiveBandit} is a fold over the journal: commands make events, and replaying
 * the events makes the same state. No clock, no threads, no files: the service, the stream job and the tests bring their own.
 */
package dev.attune.live;
