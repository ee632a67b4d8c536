package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.evaluate.PolicyValue.ValueEstimate;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.report.Interval;
import dev.attune.math.Argmax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Values one policy that does not learn, by all estimators at once. */
final class StationaryValue {
    private static final double SOFTENED = 0.1;

    private final String label;
    private final Choice choice;
    private final Map<Estimator, WeightedMean> means = new LinkedHashMap<>();
    private final WeightCheck weights = new WeightCheck();
    private final WeightedMean gain = new WeightedMean(); // over the events with a propensity
    private double[] probabilities = {};

    /** The probabilities of the arms of an event. */
    private interface Choice {
        /**
         * Fills in the probabilities.
         *
         * @param predicted what the model expects of each arm
         */
        void fill(LoggedEvent event, double[] predicted, double[] out);
    }

    private StationaryValue(String label, Choice choice, double cap) {
        this.label = label;
        this.choice = choice;
        Estimator.all(cap).forEach(estimator -> means.put(estimator, new WeightedMean()));
    }

    /**
     * Returns the values of all policies that do not learn: uniform choice; the arm that the model likes best, always or with some random choice;
     * policies whose choices are in the log; and single arms, with uniform choice where they are not on offer, so that they can be compared with what
     * chooses always.
     *
     * @param cap ratios above it are clipped, or not trusted by SWITCH
     */
    static List<StationaryValue> all(List<String> logged, List<String> arms, double cap) {
        Map<String, Choice> choices = new LinkedHashMap<>();
        choices.put("uniform", (event, predicted, out) -> uniform(event, 1, out));
        choices.put("trained, greedy", (event, predicted, out) -> trained(event, predicted, 0, out));
        choices.put(
                "trained, " + Math.round(100 * SOFTENED) + " % random",
                (event, predicted, out) -> trained(event, predicted, SOFTENED, out));
        for (String name : logged) {
            choices.put("policy " + name, (event, predicted, out) -> {
                double[] given = Objects.requireNonNull(event.policies().get(name));
                System.arraycopy(given, 0, out, 0, given.length);
            });
        }
        for (String arm : arms) {
            choices.put("arm " + arm, (event, predicted, out) -> {
                int place = event.place(arm);
                uniform(event, place < 0 ? 1 : 0, out);
                if (place >= 0) {
                    out[place] = 1;
                }
            });
        }
        List<StationaryValue> values = new ArrayList<>();
        choices.forEach((label, choice) -> values.add(new StationaryValue(label, choice, cap)));
        return values;
    }

    private static void trained(LoggedEvent event, double[] predicted, double random, double[] out) {
        uniform(event, random, out);
        out[Argmax.first(predicted, event.arms().size())] += 1 - random;
    }

    private static void uniform(LoggedEvent event, double share, double[] out) {
        int arms = event.arms().size();
        Arrays.fill(out, 0, arms, share / arms);
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
        choice.fill(event, prediction.raw(), probabilities);
        choices.chosen(label, event, probabilities);
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
        List<ValueEstimate> estimates = new ArrayList<>();
        means.forEach((estimator, mean) -> {
            // The largest ratio seen stands for the largest possible one.
            Interval range = weighted ? Interval.NONE : estimator.range().of(weights.largest(), rewards);
            estimates.add(mean.estimate(estimator.label(), range));
        });
        return new PolicyValue(
                label,
                Kind.STATIONARY,
                estimates,
                weights.effectiveSize(),
                weights.largestShare(),
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
