package dev.attune.server.runtime;

import dev.attune.encode.Arm;
import java.util.List;

/**
 * A bandit, looked at closely.
 *
 * @param summary what a list tells
 * @param catalogueVersion version of the catalogue in force; 0 if there is none
 * @param catalogue its arms
 * @param explored decisions whose arm was not the one with the largest estimate
 * @param regretProxy what all decisions gave up by their own estimates
 */
public record BanditView(
        BanditSummary summary, int catalogueVersion, List<Arm> catalogue, long explored, double regretProxy) {
    /** Copies the list. */
    public BanditView {
        catalogue = List.copyOf(catalogue);
    }
}
