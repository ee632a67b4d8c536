package dev.attune.server.runtime;

import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.Row;
import java.util.Optional;

/**
 * What can be shown of a bandit. Of an unloaded bandit only its line is kept, to save memory.
 *
 * @param published its statistics; empty if the bandit is not in memory
 * @param row its line when it was unloaded; empty if it is in memory or never was
 * @param at time of the last update
 */
record Visible(Optional<Published> published, Optional<Row> row, long at) {
    /** Of a bandit that was never loaded. */
    static final Visible NOTHING = new Visible(Optional.empty(), Optional.empty(), 0);

    static Visible of(Published published, long at) {
        return new Visible(Optional.of(published), Optional.empty(), at);
    }

    /** Returns what remains of a bandit that is unloaded. */
    Visible left(String name) {
        return published
                .map(all -> new Visible(Optional.empty(), Optional.of(Row.of(name, all, at, false)), at))
                .orElse(this);
    }

    /** Returns its line; empty if unknown. */
    Optional<Row> row(String name, long now, boolean waitingLimitNear) {
        return published
                .map(all -> Row.of(name, all, now, waitingLimitNear))
                .or(() -> row.map(last -> last.later(now)));
    }
}
