package dev.attune.lab.evaluate;

/**
 * Self-normalised inverse propensity scoring: the mean reward weighted by the ratios. It stays within the rewards seen, and adding
 * a constant to all rewards adds it to the estimate; the bias is of the order 1/n.
 *
 * <p>Swaminathan, Joachims: The self-normalized estimator for counterfactual learning. NIPS 2015.
 */
record SelfNormalisedIps() implements Estimator {
    @Override
    public String label() {
        return "SNIPS";
    }

    @Override
    public double term(Observation event) {
        return event.ratio() * event.reward();
    }

    @Override
    public double mass(Observation event) {
        return event.ratio();
    }

    @Override
    public Interval range(double largestRatio, Interval rewards) {
        return Interval.NONE; // a ratio of two sums, to which the bound does not apply
    }
}
