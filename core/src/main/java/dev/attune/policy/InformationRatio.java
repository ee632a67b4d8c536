package dev.attune.policy;

/**
 * The distribution over arms with the least ratio of squared regret to information, (Delta' pi)^2 / (v' pi).
 *
 * <p>It needs two arms at most (Russo and Van Roy 2018, Proposition 6). The ratio falls with v and grows with Delta, so
 * these two are neighbours on the upper left hull of the points (Delta_a, v_a): the hull is walked from the arm of
 * least regret, and each edge is solved in closed form.
 *
 * <p>Cost: K times the number of arms on the hull.
 */
final class InformationRatio {
    private int low;
    private int high;
    private double shareOfHigh;
    private double least;

    /** Finds the pair of arms and how to mix them; regret and information must not be negative. */
    void minimise(double[] regret, double[] information, int K) {
        int from = leastRegret(regret, information, K);
        least = ratio(regret[from], information[from]);
        low = from;
        high = from;
        shareOfHigh = 0;
        for (int to = nextOnHull(from, regret, information, K); to >= 0; ) {
            double run = regret[to] - regret[from];
            double rise = information[to] - information[from];
            double q = Math.min(1, Math.max(0, regret[from] / run - 2 * information[from] / rise));
            double ratio = ratio(Math.fma(q, run, regret[from]), Math.fma(q, rise, information[from]));
            if (ratio < least) {
                least = ratio;
                low = from;
                high = to;
                shareOfHigh = q;
            }
            from = to;
            to = nextOnHull(from, regret, information, K);
        }
    }

    /** The arm of the pair with less regret. */
    int low() {
        return low;
    }

    /** The arm of the pair with more information; the same as {@link #low} if one arm is best alone. */
    int high() {
        return high;
    }

    /** Probability of {@link #high}. */
    double shareOfHigh() {
        return shareOfHigh;
    }

    /** The least ratio itself; infinite if no arm teaches anything. */
    double least() {
        return least;
    }

    private static int leastRegret(double[] regret, double[] information, int K) {
        int least = 0;
        for (int k = 1; k < K; k++) {
            if (regret[k] < regret[least] || (regret[k] == regret[least] && information[k] > information[least])) {
                least = k;
            }
        }
        return least;
    }

    /** The arm of more regret in the direction of steepest gain of information, the farther of equals; or -1. */
    private static int nextOnHull(int from, double[] regret, double[] information, int K) {
        int next = -1;
        double steepest = 0;
        for (int k = 0; k < K; k++) {
            double run = regret[k] - regret[from];
            double rise = information[k] - information[from];
            if (run > 0 && rise > 0) {
                double slope = rise / run;
                if (slope > steepest || (slope == steepest && next >= 0 && regret[k] > regret[next])) {
                    steepest = slope;
                    next = k;
                }
            }
        }
        return next;
    }

    private static double ratio(double regret, double information) {
        if (regret == 0) {
            return 0;
        }
        return information > 0 ? regret * regret / information : Double.POSITIVE_INFINITY;
    }
}
