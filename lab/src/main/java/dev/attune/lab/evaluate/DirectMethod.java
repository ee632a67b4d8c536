package dev.attune.lab.evaluate;

/**
 * The direct method: the mean of what a reward model expects of the target policy. Little variance, needs no propensities, and is
 * as wrong as the model is; for a policy that was made from the same model it is too hopeful.
 *
 * <p>Dudik, Langford, Li: Doubly robust policy evaluation and learning. ICML 2011, section 2.
 */
record DirectMethod() implements Estimator {
    @Override
    public String label() {
        return "direct";
    }

    @Override
    public double term(Observation event) {
        return event.direct();
    }

    @Override
    public Interval range(double largestRatio, Interval rewards) {
        return rewards;
    }
}
