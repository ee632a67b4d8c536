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

    /**
     * The precision that the data alone give to the least known of these arms: with q the share of an arm's variance that
     * the prior would have left it, lambda (1/q - 1). For an arm with a coefficient of its own, how often it was tried.
     * O(K d^2).
     */
    double leastKnown(ActionSet arms);

    /** The first feature that has a coefficient; those before it say which model an arm belongs to. */
    default int firstFeature() {
        return 0;
    }
}
