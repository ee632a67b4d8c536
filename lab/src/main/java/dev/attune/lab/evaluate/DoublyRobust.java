package dev.attune.lab.evaluate;

/**
 * The doubly robust estimator: the direct method, put right by the weighted residuals. Without bias if the propensities or the
 * model are right, and with less variance than IPS as far as the model explains the rewards.
 *
 * <p>Dudik, Langford, Li: Doubly robust policy evaluation and learning. ICML 2011, equation 1.
 */
record DoublyRobust() implements Estimator {
    @Override
    public String label() {
        return "doubly robust";
    }

    @Override
    public double term(Observation event) {
        return event.direct() + event.ratio() * event.residual();
    }

    @Override
    public Interval range(double largestRatio, Interval rewards) {
        return rewards.plus(rewards.differences().timesUpTo(largestRatio));
    }
}
