package dev.attune.server.runtime;

import dev.attune.encode.Arm;
import dev.attune.live.LiveBandit;
import java.io.IOException;
import java.util.List;

/**
 * A bandit in detail.
 *
 * @param summary as in a list
 * @param catalogueVersion version of the catalogue in force; 0 if there is none
 * @param catalogue its arms
 */
public record BanditView(BanditOverview summary, int catalogueVersion, List<Arm> catalogue) {
    /** Copies the list. */
    public BanditView {
        catalogue = List.copyOf(catalogue);
    }

    /** Returns the view of a live bandit. */
    public static BanditView of(String name, LiveBandit bandit) {
        return new BanditView(
                new BanditOverview(name, bandit.definition(), bandit.paused(), bandit.counters()),
                bandit.catalogueVersion(),
                bandit.catalogueArms());
    }

    /** Returns the view of a bandit during its turn. */
    static BanditView of(Turn turn) throws IOException {
        turn.entry().standing(Standing.of(turn.bandit()));
        return of(turn.entry().name(), turn.bandit());
    }
}
