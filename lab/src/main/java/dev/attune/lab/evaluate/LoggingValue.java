package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.log.LoggedEvent;
import java.util.List;

/** What the policy that wrote the log earned: the mean of the rewards in it. */
final class LoggingValue {
    private static final double ERROR = 0.05;

    private final RatioOfSums sums = new RatioOfSums();
    private final EmpiricalBernstein bound = new EmpiricalBernstein();
    private final WeightCheck weights = new WeightCheck();
    private boolean weighted;

    void observe(LoggedEvent event, double[] counts) {
        sums.add(event.weight() * event.reward(), event.weight(), counts);
        bound.add(event.reward());
        weights.add(event.weight(), event.reward());
        weighted |= event.weight() != 1;
    }

    RatioOfSums sums() {
        return sums;
    }

    PolicyValue value(Interval rewards, long events) {
        Interval bernstein = bound.interval(weighted ? Interval.NONE : rewards, ERROR);
        Estimate mean = new Estimate("mean", sums.value(), sums.interval(), bernstein);
        return new PolicyValue(
                "logging policy",
                Kind.LOGGING,
                List.of(mean),
                mean,
                weights.effectiveSize(),
                weights.largestShare(),
                events,
                0,
                0);
    }
}
