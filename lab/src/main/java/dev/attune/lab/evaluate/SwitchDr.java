package dev.attune.lab.evaluate;

/**
 * SWITCH-DR: doubly robust where the ratio is at most tau, the direct method alone where it is larger. Tau is the square root of
 * the number of events, which does not look at the data.
 *
 * <p>Wang, Agarwal, Dudik: Optimal and adaptive off-policy evaluation in contextual bandits. ICML 2017, section 4; the DR form,
 * because plain SWITCH needs the propensities of arms that were not chosen.
 *
 * @param tau the largest ratio that is trusted
 */
record SwitchDr(double tau) implements Estimator {
    @Override
    public String label() {
        return "SWITCH";
    }

    @Override
    public double term(Observation event) {
        return event.ratio() > tau ? event.direct() : event.direct() + event.ratio() * event.residual();
    }

    @Override
    public Interval range(double largestRatio, Interval rewards) {
        return rewards.plus(rewards.differences().timesUpTo(Math.min(tau, largestRatio)));
    }
}
