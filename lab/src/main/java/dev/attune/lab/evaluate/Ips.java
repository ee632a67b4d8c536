package dev.attune.lab.evaluate;

/**
 * Inverse propensity scoring: the mean of ratio times reward. Without bias if propensities are right and the logging policy
 * could choose whatever the target policy chooses; a few large ratios can carry it all.
 *
 * <p>Horvitz, Thompson: A generalization of sampling without replacement from a finite universe. JASA 1952.
 */
record Ips() implements Estimator {
    @Override
    public String label() {
        return "IPS";
    }

    @Override
    public double term(Observation event) {
        return event.ratio() * event.reward();
    }

    @Override
    public Interval range(double largestRatio, Interval rewards) {
        return rewards.timesUpTo(largestRatio);
    }
}
