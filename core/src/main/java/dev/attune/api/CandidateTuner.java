package dev.attune.api;

/**
 * A tuner that draws from finitely many settings with probabilities it knows, so that the probability of every arm of a
 * UCB policy can be computed. The answers refer to its last suggestion.
 */
public interface CandidateTuner extends Tuner {
    /** Number of candidates. */
    int candidates();

    /** A candidate. */
    Setting candidate(int i);

    /** The probability with which the last suggestion could have been this candidate. */
    double probability(int i);
}
