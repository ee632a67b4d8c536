package dev.attune.lab.evaluate;

/**
 * Inverse propensity scoring with ratios cut at a cap: less variance for some bias, which is downward where rewards are not
 * negative. The cap is the square root of the number of events, which does not look at the data.
 *
 * <p>Ionides: Truncated importance sampling. Journal of Computational and Graphical Statistics 2008.
 *
 * @param cap the largest ratio
 */
record ClippedIps(double cap) implements Estimator {
    @Override
    public String label() {
        return "clipped";
    }

    @Override
    public double term(Observation event) {
        return Math.min(cap, event.ratio()) * event.reward();
    }

    @Override
    public Interval range(double largestRatio, Interval rewards) {
        return rewards.timesUpTo(Math.min(cap, largestRatio));
    }
}
