package dev.attune.lab.evaluate;

/**
 * A propensity that all but one in a hundred events reach, in constant memory: a histogram with sixteen bins for each halving, and
 * in each bin the smallest number that was seen. So it is one of the log's own propensities, and for a uniform log exactly 1/K.
 */
final class PropensityBound {
    private static final double BELOW = 0.01;
    private static final int BINS_PER_HALVING = 16;
    private static final int BINS = 64 * BINS_PER_HALVING; // down to 2^-64
    private static final double LN2 = StrictMath.log(2);

    private final long[] counts = new long[BINS];
    private final double[] least = new double[BINS];
    private long total;

    void add(double propensity) {
        int bin = (int) Math.min(BINS - 1.0, -StrictMath.log(propensity) / LN2 * BINS_PER_HALVING);
        least[bin] = counts[bin] == 0 ? propensity : Math.min(least[bin], propensity);
        counts[bin]++;
        total++;
    }

    /** NaN if there are no propensities. */
    double common() {
        long below = 0;
        for (int bin = BINS - 1; bin >= 0; bin--) {
            below += counts[bin];
            if (counts[bin] > 0 && below > BELOW * total) {
                return least[bin];
            }
        }
        return Double.NaN;
    }
}
