package dev.attune.lab.evaluate;

import dev.attune.lab.report.Interval;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * An off-policy estimator: the value per event of a target policy, from events that another policy chose.
 *
 * <pre>
 *   estimate = sum of weight term / sum of weight mass      over all events, weight being what an event stands for
 * </pre>
 *
 * <p>All are right only if the propensities are, except for the direct method, which is right if the reward model is.
 *
 * @param label name in tables
 * @param term contribution of an event to the numerator
 * @param mass contribution of an event to the denominator
 * @param range interval that contains all terms
 */
record Estimator(String label, ToDoubleFunction<Event> term, ToDoubleFunction<Event> mass, Range range) {
    /**
     * Inverse propensity scoring: the mean of ratio times reward. Without bias if propensities are right and the logging policy
     * could choose whatever the target policy chooses; few large ratios can dominate it.
     *
     * <p>Horvitz, Thompson: A generalization of sampling without replacement from a finite universe. JASA 1952.
     */
    static final Estimator IPS = mean("IPS", event -> event.ratio * event.reward, Estimator::scaled);

    /**
     * Self-normalised inverse propensity scoring: the mean reward weighted by the ratios. It stays within the observed rewards, and adding
     * a constant to all rewards adds it to the estimate; the bias is of the order 1/n.
     *
     * <p>Swaminathan, Joachims: The self-normalized estimator for counterfactual learning. NIPS 2015.
     */
    static final Estimator SNIPS = new Estimator(
            "SNIPS",
            event -> event.ratio * event.reward,
            event -> event.ratio,
            (ratio, rewards) -> Interval.NONE); // a ratio of two sums, to which the bound does not apply

    /**
     * The direct method: the mean of what a reward model expects of the target policy. Low variance, needs no propensities, and is
     * as wrong as the model is; for a policy that was made from the same model it is too optimistic.
     *
     * <p>Dudik, Langford, Li: Doubly robust policy evaluation and learning. ICML 2011, section 2.
     */
    static final Estimator DIRECT = mean("direct", event -> event.direct, (ratio, rewards) -> rewards);

    /**
     * The doubly robust estimator: the direct method, corrected by the weighted residuals. Without bias if the propensities or the
     * model are right, and with less variance than IPS as far as the model explains the rewards.
     *
     * <p>Dudik, Langford, Li: Doubly robust policy evaluation and learning. ICML 2011, equation 1.
     */
    static final Estimator DOUBLY_ROBUST =
            mean("doubly robust", event -> event.direct + event.ratio * event.residual, Estimator::corrected);

    /** An interval that contains all terms; NaN at both ends if there is none, or the estimate is not a mean of terms. */
    interface Range {
        /**
         * Returns the interval.
         *
         * @param largestRatio no ratio is above it
         * @param rewards no reward and no prediction is outside
         */
        Interval of(double largestRatio, Interval rewards);
    }

    /**
     * Inverse propensity scoring with ratios cut at a cap: less variance for some bias, which is downward if rewards are not
     * negative. The cap is the square root of the number of events, which does not depend on the data.
     *
     * <p>Ionides: Truncated importance sampling. Journal of Computational and Graphical Statistics 2008.
     *
     * @param cap the largest ratio
     */
    static Estimator clipped(double cap) {
        return mean(
                "clipped",
                event -> Math.min(cap, event.ratio) * event.reward,
                (ratio, rewards) -> scaled(Math.min(cap, ratio), rewards));
    }

    /**
     * SWITCH-DR: doubly robust where the ratio is at most tau, the direct method alone where it is larger. Tau is the square root of
     * the number of events, which does not depend on the data.
     *
     * <p>Wang, Agarwal, Dudik: Optimal and adaptive off-policy evaluation in contextual bandits. ICML 2017, section 4; the DR form,
     * because plain SWITCH needs the propensities of arms that were not chosen.
     *
     * @param tau the largest ratio that is trusted
     */
    static Estimator switchDr(double tau) {
        return mean(
                "SWITCH",
                event -> event.ratio > tau ? event.direct : event.direct + event.ratio * event.residual,
                (ratio, rewards) -> corrected(Math.min(tau, ratio), rewards));
    }

    /**
     * Returns all estimators.
     *
     * @param cap ratios above it are clipped, or not trusted by SWITCH
     */
    static List<Estimator> all(double cap) {
        return List.of(IPS, SNIPS, clipped(cap), DIRECT, DOUBLY_ROBUST, switchDr(cap));
    }

    private static Estimator mean(String label, ToDoubleFunction<Event> term, Range range) {
        return new Estimator(label, term, event -> 1, range);
    }

    /** Returns the range of a factor in [0, most] times a number in an interval, with zero. */
    private static Interval scaled(double most, Interval interval) {
        return new Interval(Math.min(0, most * interval.low()), Math.max(0, most * interval.high()));
    }

    /** Returns the range of a reward plus a factor in [0, most] times a difference of two rewards. */
    private static Interval corrected(double most, Interval rewards) {
        Interval residuals = scaled(most, new Interval(-rewards.length(), rewards.length()));
        return new Interval(rewards.low() + residuals.low(), rewards.high() + residuals.high());
    }

    /** Returns whether the estimator uses the propensities. */
    boolean needsPropensity() {
        return !label.equals(DIRECT.label);
    }

    /**
     * What an event says about a target policy pi, given the propensity p of the logged arm a and a reward model q.
     *
     * <pre>
     *   ratio = pi(a) / p,   direct = sum over arms k of pi(k) q(k),   residual = y - q(a)
     * </pre>
     *
     * @param ratio importance weight of the logged arm; NaN if the propensity is unknown
     * @param reward reward y of the logged arm
     * @param direct reward that the model expects of the target policy
     * @param residual reward minus what the model expects of the logged arm
     */
    record Event(double ratio, double reward, double direct, double residual) {
        /**
         * Computes the values.
         *
         * @param target probability of each arm under the target policy
         * @param predicted expected reward of each arm, by a model that has not seen this event
         * @param chosen the logged arm
         * @param propensity probability of the logged arm; NaN if unknown
         */
        static Event of(double[] target, double[] predicted, int arms, int chosen, double propensity, double reward) {
            double direct = 0;
            for (int k = 0; k < arms; k++) {
                direct = Math.fma(target[k], predicted[k], direct);
            }
            return new Event(target[chosen] / propensity, reward, direct, reward - predicted[chosen]);
        }
    }
}
