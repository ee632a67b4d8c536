package dev.attune.server.runtime;

import dev.attune.encode.Arm;
import dev.attune.live.LiveBandit;
import java.io.IOException;
import java.util.List;

/**
 * A bandit, looked at closely.
 *
 * @param summary what a list tells
 * @param catalogueVersion version of the catalogue in force; 0 if there is none
 * @param catalogue its arms
 * @param explored decisions whose arm was not the one with the largest estimate
 * @param regretProxy what all decisions gave up by their own estimates
 * @param changes how often the model was replaced because the world had changed
 * @param lastChange number of rewards learnt when it was last replaced; 0 if that is not known or it never was
 */
public record BanditView(
        BanditSummary summary,
        int catalogueVersion,
        List<Arm> catalogue,
        long explored,
        double regretProxy,
        long changes,
        long lastChange) {
    /** Copies the list. */
    public BanditView {
        catalogue = List.copyOf(catalogue);
    }

    /** In its turn. */
    static BanditView of(Turn turn) throws IOException {
        LiveBandit bandit = turn.bandit();
        turn.entry().standing(Standing.of(bandit));
        return new BanditView(
                turn.entry().summary(bandit.definition()),
                bandit.catalogueVersion(),
                bandit.catalogueArms(),
                bandit.explored(),
                bandit.regretProxy(),
                bandit.changes(),
                bandit.lastChange());
    }
}
