package dev.attune.server.runtime;

import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.Row;
import java.util.Optional;

/**
 * What can be seen of a bandit. Of one that has left memory only its line is kept, or ten thousand of them would fill it.
 *
 * @param published all there is to see; empty if the bandit is not in memory
 * @param row its line as it was when it left memory; empty if it is there, or has not been there
 * @param at when that was
 */
record Shown(Optional<Published> published, Optional<Row> row, long at) {
    /** Nothing yet. */
    static final Shown NOTHING = new Shown(Optional.empty(), Optional.empty(), 0);

    static Shown of(Published published, long at) {
        return new Shown(Optional.of(published), Optional.empty(), at);
    }

    /** The bandit leaves memory. */
    Shown left(String name) {
        return published
                .map(all -> new Shown(Optional.empty(), Optional.of(Row.of(name, all, at, false)), at))
                .orElse(this);
    }

    /** Its line as things stand now; empty if nothing is known. */
    Optional<Row> row(String name, long now, boolean waitingLimitNear) {
        return published
                .map(all -> Row.of(name, all, now, waitingLimitNear))
                .or(() -> row.map(last -> last.later(now)));
    }
}
