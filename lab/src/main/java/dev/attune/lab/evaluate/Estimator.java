package dev.attune.lab.evaluate;

/**
 * An off-policy estimator: what a policy would have earned per event, from events that another policy chose.
 *
 * <pre>
 *   estimate = sum of weight term / sum of weight mass      over all events, weight being what an event stands for
 * </pre>
 *
 * <p>Each one is a file of its own, to be ticked off against its publication. All need the propensities to be right, but for
 * {@link DirectMethod}, which needs the model to be right.
 */
sealed interface Estimator permits Ips, SelfNormalisedIps, ClippedIps, DirectMethod, DoublyRobust, SwitchDr {
    /** What it is called in tables. */
    String label();

    /** What an event adds to the numerator. */
    double term(Observation event);

    /** What an event adds to the denominator. */
    default double mass(Observation event) {
        return 1;
    }

    /**
     * The interval that no term leaves.
     *
     * @param largestRatio no ratio is above it
     * @param rewards no reward and no prediction leaves it
     * @return NaN at both ends where there is none, or the estimate is not a mean of terms
     */
    Interval range(double largestRatio, Interval rewards);
}
