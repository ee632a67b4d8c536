package dev.attune.engine;

import java.util.List;

/**
 * A summary of a sparse model.
 *
 * @param leader name of the candidate that predicts
 * @param coefficients number of coefficients
 * @param budget the most coefficients that are kept
 * @param evicted how many coefficients gave their place to another
 * @param candidates all candidates
 */
public record ModelSummary(String leader, long coefficients, long budget, long evicted, List<Candidate> candidates) {
    /**
     * One of the models that the bandit chooses from.
     *
     * @param name what it is
     * @param evidence its log-likelihood of the rewards, discounted, minus that of the leader
     */
    public record Candidate(String name, double evidence) {}
}
