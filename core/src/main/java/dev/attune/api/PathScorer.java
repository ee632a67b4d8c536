package dev.attune.api;

import java.util.random.RandomGenerator;

/** Computes the means and bonuses of a round's arms. */
public interface PathScorer {
    /**
     * Computes mean and bonus of every arm into {@code round}. Only reads the model: while nothing learns, several
     * threads may score at once, each with a round of its own.
     */
    void score(ActionSet arms, RandomGenerator rng, ScoredRound round);
}
