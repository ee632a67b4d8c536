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

    /** Whether the first coefficient, of a feature that is always 1, has a prior precision of its own. */
    default boolean weighsConstant() {
        return false;
    }

    /** The prior precision of the constant's coefficient, in units of that of the others. */
    default double constantWeight() {
        return 1;
    }

    /** Changes both prior precisions and rebuilds the model: O(d^3). Only for a model that {@linkplain #weighsConstant weighs its constant}. */
    default void prior(double lambda, double constantWeight) {
        throw new UnsupportedOperationException("the constant has the prior of the other coefficients");
    }

    /** As {@link #logEvidence(double)}, with another prior precision of the constant as well. */
    default double logEvidence(double lambda, double constantWeight) {
        throw new UnsupportedOperationException("the constant has the prior of the other coefficients");
    }

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
