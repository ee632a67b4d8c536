package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;

/** What is counted for metrics, before and after a turn. */
record Tally(long decisions, long explored, double regretProxy, long learnt, long expired, long changes) {
    static Tally of(LiveBandit bandit) {
        return new Tally(
                bandit.decisions(),
                bandit.explored(),
                bandit.regretProxy(),
                bandit.learnt(),
                bandit.expired(),
                bandit.changes());
    }

    /** Tells what has come since. */
    void tellSince(Tally before, String name, RuntimeListener listener) {
        if (decisions > before.decisions) {
            listener.decided(
                    name, decisions - before.decisions, explored - before.explored, regretProxy - before.regretProxy);
        }
        if (learnt > before.learnt || expired > before.expired) {
            listener.learnt(name, learnt - before.learnt, expired - before.expired);
        }
        if (changes > before.changes) {
            listener.worldChanged(name, changes - before.changes, learnt);
        }
    }
}
