package dev.attune.math;

/** Draws from finitely many outcomes. */
public final class Categorical {
    private Categorical() {}

    /**
     * The outcome at which the running sum of the probabilities first exceeds u. Where rounding keeps the sum of all
     * below u, the last outcome that is possible at all; an outcome of probability zero is never drawn.
     *
     * @param p probabilities, with sum one up to rounding
     * @param u uniform in [0, 1)
     */
    public static int draw(double[] p, double u) {
        double sum = 0;
        int possible = 0;
        for (int i = 0; i < p.length; i++) {
            if (p[i] > 0) {
                sum += p[i];
                possible = i;
                if (u < sum) {
                    return i;
                }
            }
        }
        return possible;
    }
}
