package dev.attune.server.runtime;

import dev.attune.encode.Arm;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.statistics.BanditCounters;
import java.util.List;

/**
 * A bandit in detail.
 *
 * @param summary as in a list
 * @param catalogueVersion version of the catalogue in force; 0 if there is none
 * @param catalogue its arms
 */
public record BanditView(Summary summary, int catalogueVersion, List<Arm> catalogue) {
    /**
     * A bandit in a list.
     *
     * @param name of the bandit
     * @param definition what it was created from; in a {@link BanditView} with the uniform share in force
     * @param paused whether it rejects requests for decisions
     * @param counters of the bandit; in a list only the first four
     */
    public record Summary(String name, LiveDefinition definition, boolean paused, BanditCounters counters) {}

    /** Copies the list. */
    public BanditView {
        catalogue = List.copyOf(catalogue);
    }

    /** Returns the view of a live bandit, with these counters. */
    public static BanditView of(String name, LiveBandit bandit, BanditCounters counters) {
        return new BanditView(
                new Summary(name, bandit.definition(), bandit.paused(), counters),
                bandit.catalogueVersion(),
                bandit.catalogueArms());
    }
}
