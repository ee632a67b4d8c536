package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;
import dev.attune.live.statistics.BanditCounters;

/**
 * What lists, limits and the clock need of a bandit, so that it need not be loaded.
 *
 * @param paused whether it rejects requests for decisions
 * @param counters of the bandit; after a start only the first four, until it is loaded
 * @param nextDeadline when the window of its oldest waiting decision ends; {@link Long#MAX_VALUE} if none waits
 */
record Standing(boolean paused, BanditCounters counters, long nextDeadline) {
    /** Of a new or deleted bandit. */
    static final Standing NOTHING = new Standing(false, BanditCounters.ZERO, Long.MAX_VALUE);

    static Standing of(LiveBandit bandit) {
        return new Standing(bandit.paused(), bandit.counters(), bandit.nextDeadline());
    }
}
