package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.evaluate.PolicyValue.ValueEstimate;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.report.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Values one policy that does not learn, by all estimators at once. */
final class StationaryValue {
    private final Target target;
    private final Map<Estimator, WeightedMean> means = new LinkedHashMap<>();
    private final WeightCheck weights = new WeightCheck();
    private final WeightedMean gain = new WeightedMean(); // over the events with a propensity
    private double[] probabilities = {};

    /**
     * Creates the value of no events.
     *
     * @param cap ratios above it are clipped, or not trusted by SWITCH
     */
    StationaryValue(Target target, double cap) {
        this.target = target;
        Estimator.all(cap).forEach(estimator -> means.put(estimator, new WeightedMean()));
    }

    /**
     * Adds an event.
     *
     * @param propensity probability of the logged arm; if it is NaN, only the direct method uses the event
     */
    void observe(LoggedEvent event, double propensity, CrossFit prediction, Evaluation.Choices choices) {
        int arms = event.arms().size();
        if (probabilities.length < arms) {
            probabilities = new double[arms];
        }
        target.choice().fill(event, prediction.raw(), probabilities);
        choices.chosen(target.label(), event, probabilities);
        Estimator.Event seen = Estimator.Event.of(
                probabilities, prediction.bounded(), arms, event.chosen(), propensity, event.reward());
        boolean known = !Double.isNaN(propensity);
        means.forEach((estimator, mean) -> {
            if (known || !estimator.needsPropensity()) {
                mean.add(
                        event.weight(),
                        estimator.term().applyAsDouble(seen),
                        estimator.mass().applyAsDouble(seen));
            }
        });
        if (known) {
            weights.add(event.weight(), seen.ratio(), event.reward());
            gain.add(event.weight(), Estimator.DOUBLY_ROBUST.term().applyAsDouble(seen) - event.reward(), 1);
        }
    }

    private WeightedMean mean(Estimator estimator) {
        return Objects.requireNonNull(means.get(estimator));
    }

    /** Returns the value so far, compared with that of the logging policy. */
    PolicyValue value(Interval rewards, long events) {
        boolean weighted = mean(Estimator.DIRECT).isWeighted(); // the direct method has seen all events
        List<ValueEstimate> estimates = means.entrySet().stream()
                .map(entry -> {
                    Estimator estimator = entry.getKey();
                    // The largest ratio seen stands for the largest possible one.
                    Interval range =
                            weighted ? Interval.NONE : estimator.range().of(weights.largest(), rewards);
                    return entry.getValue().estimate(estimator.label(), range);
                })
                .toList();
        return new PolicyValue(
                target.label(),
                Kind.STATIONARY,
                estimates,
                estimates.stream()
                        .filter(estimate -> estimate.estimator().equals(Estimator.DOUBLY_ROBUST.label()))
                        .findFirst()
                        .orElseThrow(),
                weights,
                events,
                gain.value(),
                gain.error(),
                doubts(rewards));
    }

    private List<String> doubts(Interval rewards) {
        List<String> doubts = new ArrayList<>();
        WeightedMean ips = mean(Estimator.IPS);
        WeightedMean snips = mean(Estimator.SNIPS);
        if (weights.unbalanced()) {
            doubts.add(weights.imbalance());
        }
        double apart = Math.abs(ips.value() - snips.value());
        if (apart > WeightCheck.FAR * weights.error() * Math.abs(snips.value())
                && apart > WeightCheck.TOLERANCE * rewards.length()) {
            doubts.add(String.format(
                    Locale.ROOT,
                    "IPS says %.3g and SNIPS %.3g, which correct propensities do not",
                    ips.value(),
                    snips.value()));
        }
        for (Estimator estimator : List.of(Estimator.IPS, Estimator.DOUBLY_ROBUST)) {
            WeightedMean mean = mean(estimator);
            double outside = Math.max(mean.value() - rewards.high(), rewards.low() - mean.value());
            if (outside > 2 * mean.error() && outside > WeightCheck.TOLERANCE * rewards.length()) {
                doubts.add(String.format(
                        Locale.ROOT,
                        "%s says %.3g, where rewards are between %.3g and %.3g",
                        estimator.label(),
                        mean.value(),
                        rewards.low(),
                        rewards.high()));
            }
        }
        return doubts;
    }
}
