package dev.attune.lab.evaluate;

/**
 * How many events an estimate really rests on.
 *
 * <pre>
 *   effective sample size = (sum w)^2 / sum w^2                   (Kish 1965)
 *   largest share = the larger of max w / sum w and max |w y| / sum |w y|
 * </pre>
 */
final class WeightCheck {
    private double sum;
    private double squares;
    private double largest;
    private double earned;
    private double mostEarned;

    void add(double weight, double reward) {
        sum += weight;
        squares += weight * weight;
        largest = Math.max(largest, weight);
        double part = Math.abs(weight * reward);
        earned += part;
        mostEarned = Math.max(mostEarned, part);
    }

    /** Zero if no event counts. */
    double effectiveSize() {
        return squares > 0 ? sum * sum / squares : 0;
    }

    /**
     * The part of the estimate, by weight or by reward, that rests on one event; 1 if no event that counts earned anything,
     * because the next one that does would change everything.
     */
    double largestShare() {
        return earned > 0 ? Math.max(largest / sum, mostEarned / earned) : 1;
    }

    /** Returns the largest weight. */
    double largest() {
        return largest;
    }
}
