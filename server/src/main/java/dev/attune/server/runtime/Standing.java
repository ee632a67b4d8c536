package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;

/**
 * What a bandit has come to: for lists, limits and the clock, so that nobody must load it to know.
 *
 * @param paused whether it refuses to decide
 * @param decisions so far
 * @param learnt rewards so far
 * @param waiting decisions that wait for rewards
 * @param expired decisions given up
 * @param nextDeadline when the oldest one has waited long enough; {@link Long#MAX_VALUE} if none waits
 */
record Standing(boolean paused, long decisions, long learnt, long waiting, long expired, long nextDeadline) {
    /** Of a bandit that has done nothing, or is no more. */
    static final Standing NOTHING = new Standing(false, 0, 0, 0, 0, Long.MAX_VALUE);

    static Standing of(LiveBandit bandit) {
        return new Standing(
                bandit.paused(),
                bandit.decisions(),
                bandit.learnt(),
                bandit.waiting(),
                bandit.expired(),
                bandit.nextDeadline());
    }
}
