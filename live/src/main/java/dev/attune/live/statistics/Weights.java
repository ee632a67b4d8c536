package dev.attune.live.statistics;

/**
 * Sums for the value of a uniformly random arm over rewarded decisions of known weight:
 *
 * <pre>
 *   w = 1 / (K p)                          K arms on offer, the chosen one with probability p; or, if p is unknown,
 *   w = 1 / share or 0                     whether or not the uniform share drew the arm
 *   uniform = sum w y / sum w              self-normalised
 *   uplift  = mean y - uniform
 *   psi_i   = (y_i - mean y) - (w_i / mean w) (y_i - uniform),  variance of the uplift = sum psi^2 / n^2
 *   effective sample size = (sum w)^2 / sum w^2
 * </pre>
 *
 * <p>A common shift is subtracted from rewards, so that squares of large rewards do not lose digits.
 */
final class Weights {
    static final double FEWEST = 30; // least effective sample size of a valid interval
    private static final double KNOWN_SHARE = 0.9;
    private static final double LEAST_MEAN = 0.6; // of the weights; one of two arms that is never chosen gives 0.5
    private static final double ROUNDING = 1e-12; // of sums of squares
    static final double HEAVIEST = 1e9; // so that sums stay finite

    // powers of w and y that each sum is of
    private static final int W = 0;
    private static final int WW = 1;
    private static final int Y = 2;
    private static final int YY = 3;
    private static final int WY = 4;
    private static final int WYY = 5;
    private static final int WWY = 6;
    private static final int WWYY = 7;
    private static final int SUMS = 8;

    long n;
    long unknown; // rewarded decisions whose weight is not known
    private final double[] sums = new double[SUMS];

    void add(double weight, double shifted) {
        if (Double.isNaN(weight)) {
            unknown++;
            return;
        }
        n++;
        double w = Math.min(HEAVIEST, weight);
        double y = shifted;
        sums[W] += w;
        sums[WW] += w * w;
        sums[Y] += y;
        sums[YY] += y * y;
        sums[WY] += w * y;
        sums[WYY] += w * y * y;
        sums[WWY] += w * w * y;
        sums[WWYY] += w * w * y * y;
    }

    void add(Weights other) {
        n += other.n;
        unknown += other.unknown;
        for (int i = 0; i < SUMS; i++) {
            sums[i] += other.sums[i];
        }
    }

    Weights copy() {
        Weights copy = new Weights();
        copy.add(this);
        return copy;
    }

    /** (sum w)^2 / sum w^2. */
    double effectiveSampleSize() {
        return sums[WW] > 0 ? sums[W] * sums[W] / sums[WW] : 0;
    }

    /** Returns whether nearly all weights are known. */
    boolean known() {
        return n > 0 && n >= KNOWN_SHARE * (n + unknown);
    }

    private boolean enough() {
        return known() && effectiveSampleSize() >= FEWEST;
    }

    /** Returns whether all arms had a chance: otherwise the mean weight, whose expectation is 1, is smaller. */
    boolean covers() {
        return sums[W] >= LEAST_MEAN * n;
    }

    /**
     * Returns the value of a random arm; unknown unless nearly all weights are known, the effective sample is large enough, and all arms had a
     * chance.
     *
     * @param shift that was subtracted from rewards
     */
    RewardMean uniform(double shift) {
        return covers() ? value(shift) : RewardMean.UNKNOWN;
    }

    /**
     * Returns the weighted mean of rewards, also of decisions for one arm: then it is the value of choosing that arm always.
     *
     * @param shift that was subtracted from rewards
     */
    RewardMean value(double shift) {
        if (!enough()) {
            return RewardMean.UNKNOWN;
        }
        double uniform = sums[WY] / sums[W];
        double weighted = sums[WWYY] - 2 * uniform * sums[WWY] + uniform * uniform * sums[WW];
        return RewardMean.around(shift + uniform, Math.sqrt(Math.max(0, weighted)) / sums[W], n);
    }

    /**
     * Returns the reward beyond that of a random arm; unknown unless nearly all weights are known, the effective sample is large enough, and
     * rewards differ: a difference of 0 between equal rewards has no interval.
     */
    IntervalEstimate uplift() {
        if (!enough() || !covers()) {
            return IntervalEstimate.UNKNOWN.overRandom();
        }
        double mean = sums[Y] / n;
        double uniform = sums[WY] / sums[W];
        double scale = n / sums[W]; // 1 / mean w
        double own = sums[YY] - n * mean * mean;
        if (own <= ROUNDING * sums[YY]) {
            return IntervalEstimate.UNKNOWN.overRandom();
        }
        double both = sums[WYY] - (mean + uniform) * sums[WY] + mean * uniform * sums[W];
        double weighted = sums[WWYY] - 2 * uniform * sums[WWY] + uniform * uniform * sums[WW];
        double psi2 = Math.max(0, own - 2 * scale * both + scale * scale * weighted);
        return IntervalEstimate.around(mean - uniform, Math.sqrt(psi2) / n).overRandom();
    }

    void transfer(SavedFields saved) {
        n = saved.count(n);
        unknown = saved.count(unknown);
        saved.numbers(sums);
        for (int even : new int[] {W, WW, YY, WYY, WWYY}) {
            saved.require(sums[even] >= 0, "a negative sum of weights or squares");
        }
    }
}
