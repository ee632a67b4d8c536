package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.log.LoggedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Values one policy that does not learn, by all estimators at once. */
final class StationaryValue {
    private static final double ERROR = 0.05;

    private final Target target;
    private final List<Tally> tallies;
    private final WeightCheck weights = new WeightCheck();
    private double[] probabilities = {};
    private boolean weighted;

    /** An estimator with its sums. */
    private record Tally(Estimator estimator, RatioOfSums sums, EmpiricalBernstein bound) {}

    /**
     * Begins.
     *
     * @param cap ratios above it are clipped, or not trusted by SWITCH
     */
    StationaryValue(Target target, double cap) {
        this.target = target;
        List<Estimator> estimators = List.of(
                new Ips(),
                new SelfNormalisedIps(),
                new ClippedIps(cap),
                new DirectMethod(),
                new DoublyRobust(),
                new SwitchDr(cap));
        this.tallies = estimators.stream()
                .map(estimator -> new Tally(estimator, new RatioOfSums(), new EmpiricalBernstein()))
                .toList();
    }

    /**
     * Takes an event in.
     *
     * @param propensity of the logged arm; where it is NaN, only the direct method learns from the event
     */
    void observe(LoggedEvent event, double propensity, Prediction prediction, double[] counts) {
        int arms = event.arms().size();
        if (probabilities.length < arms) {
            probabilities = new double[arms];
        }
        target.probabilities(event, prediction.raw(), probabilities);
        Observation seen =
                Observation.of(probabilities, prediction.bounded(), arms, event.chosen(), propensity, event.reward());
        boolean known = !Double.isNaN(propensity);
        for (Tally tally : tallies) {
            if (known || tally.estimator instanceof DirectMethod) {
                double term = tally.estimator.term(seen);
                tally.sums.add(event.weight() * term, event.weight() * tally.estimator.mass(seen), counts);
                tally.bound.add(term);
            }
        }
        if (known) {
            weights.add(event.weight() * seen.ratio(), event.reward());
        }
        weighted |= event.weight() != 1;
    }

    /** The result so far, set against what the logging policy earned. */
    PolicyValue value(RatioOfSums logging, Interval rewards, long events) {
        List<Estimate> estimates = new ArrayList<>();
        Estimate main = null;
        double gain = Double.NaN;
        double error = Double.NaN;
        for (Tally tally : tallies) {
            // The bound is for events that count alike. The largest ratio seen stands for the largest there can be.
            Interval range = weighted ? Interval.NONE : tally.estimator.range(weights.largest(), rewards);
            Estimate estimate = new Estimate(
                    tally.estimator.label(),
                    tally.sums.value(),
                    tally.sums.interval(),
                    tally.bound.interval(range, ERROR));
            estimates.add(estimate);
            if (tally.estimator instanceof DoublyRobust) {
                main = estimate;
                gain = tally.sums.value() - logging.value();
                error = tally.sums.errorOfDifference(logging);
            }
        }
        return new PolicyValue(
                target.label(),
                Kind.STATIONARY,
                estimates,
                Objects.requireNonNull(main),
                weights.effectiveSize(),
                weights.largestShare(),
                events,
                gain,
                error);
    }
}
