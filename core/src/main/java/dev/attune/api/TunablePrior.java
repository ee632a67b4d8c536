package dev.attune.api;

/** A model whose prior precision can be judged by the evidence of the data and changed. */
public interface TunablePrior {
    /** Number of rewards learnt. */
    long count();

    /** Whether the rewards seen so far say anything about a scale: one of them differs from zero. */
    boolean hasScale();

    /** The prior precision in force. */
    double lambda();

    /** Changes the prior precision and rebuilds the model: O(d^3). */
    void lambda(double lambda);

    /**
     * Log marginal likelihood of the rewards under another prior precision, up to a constant: O(d^3). Minus infinity for
     * one that is lost in the rounding of the data, so that the model could not take it.
     */
    double logEvidence(double lambda);

    /** The precision that the data alone give to the least known direction: the smallest eigenvalue of V - lambda I. */
    double leastKnown();
}
