package dev.attune.lab.evaluate;

import java.util.Locale;

/**
 * How many events an estimate really rests on.
 *
 * <pre>
 *   effective sample size = (sum w)^2 / sum w^2                   (Kish 1965)
 *   largest share = the larger of max w / sum w and max |w y| / sum |w y|
 *   mean weight = sum w / sum of the events' own weights           1 if propensities are correct and no choice of the policy was excluded
 * </pre>
 */
final class WeightCheck {
    static final double FAR = 3.5; // standard errors; 1 in 4,000
    private static final double SHORT = 2.5; // below 1, where too little is seen of the largest weights: 1 in 160
    static final double TOLERANCE = 0.05; // a smaller deviation does not change a verdict

    private double events;
    private double deviations; // squared
    private double sum;
    private double squares;
    private double largest;
    private double earned;
    private double mostEarned;

    /**
     * Adds an event.
     *
     * @param own how many events it stands for
     * @param ratio probability of the logged arm under the policy over its propensity
     */
    void add(double own, double ratio, double reward) {
        double weight = own * ratio;
        events += own;
        deviations += (weight - own) * (weight - own);
        sum += weight;
        squares += weight * weight;
        largest = Math.max(largest, weight);
        double part = Math.abs(weight * reward);
        earned += part;
        mostEarned = Math.max(mostEarned, part);
    }

    /** Returns the effective sample size; 0 if no event counts. */
    double effectiveSize() {
        return squares > 0 ? sum * sum / squares : 0;
    }

    /**
     * Returns the largest part of the estimate, by weight or by reward, that rests on one event; 1 if no event that counts earned anything,
     * because the next one that does would change everything.
     */
    double largestShare() {
        return earned > 0 ? Math.max(largest / sum, mostEarned / earned) : 1;
    }

    /** Returns the mean weight. */
    double mean() {
        return sum / events;
    }

    /** Returns the standard error of the mean weight, if it is 1. */
    double error() {
        return Math.sqrt(deviations) / events;
    }

    /** Returns whether the mean weight is so far from 1 that chance hardly explains it. */
    boolean unbalanced() {
        double excess = mean() - 1;
        return Math.abs(excess) > Math.max(TOLERANCE, (excess > 0 ? FAR : SHORT) * error());
    }

    /** Returns a clause about a mean weight that chance does not explain. */
    String imbalance() {
        return String.format(
                Locale.ROOT,
                mean() < 1
                        ? "weights average %.2g instead of 1: the log excludes what it would choose, or propensities are wrong"
                        : "weights average %.3g instead of 1: propensities are wrong",
                mean());
    }

    /** Returns the largest weight. */
    double largest() {
        return largest;
    }
}
