package dev.attune.tuner;

/**
 * One step of online mirror descent on the simplex with the log barrier, a learning rate for every coordinate.
 *
 * <pre>
 *   p' = argmin  p'loss + sum 1/eta_i (p_i / q_i - ln(p_i / q_i) - 1)   over the simplex, q being the last p
 *   so that  1 / p'_i = 1 / q_i + eta_i (loss_i - lambda),  lambda in [min loss, max loss] such that the sum is one
 * </pre>
 *
 * <p>The sum grows and is convex in lambda up to its first pole, so Newton's method within a shrinking bracket finds
 * lambda; a Newton step that leaves the bracket becomes a bisection, the binary search of the publication. Cost: O(K) an
 * iteration, fewer than ten iterations as a rule.
 *
 * <p>Agarwal, Luo, Neyshabur, Schapire, "Corralling a band of bandit algorithms", COLT 2017, Algorithm 2.
 */
final class LogBarrier {
    private static final int MOST_STEPS = 200; // bisection alone needs about 60
    private static final double CLOSE = 1e-14;

    private LogBarrier() {}

    /**
     * Takes the step.
     *
     * @param p positive, with sum one. Modified: the next point, normalised against rounding
     * @param loss finite
     * @param eta positive learning rates
     */
    static void step(double[] p, double[] loss, double[] eta) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double pole = Double.POSITIVE_INFINITY;
        for (int i = 0; i < p.length; i++) {
            low = Math.min(low, loss[i]);
            high = Math.max(high, loss[i]);
            pole = Math.min(pole, loss[i] + 1 / (eta[i] * p[i]));
        }
        double lambda = multiplier(p, loss, eta, low, Math.min(high, pole));
        double sum = 0;
        for (int i = 0; i < p.length; i++) {
            p[i] = 1 / (1 / p[i] + eta[i] * (loss[i] - lambda));
            sum += p[i];
        }
        for (int i = 0; i < p.length; i++) {
            p[i] /= sum;
        }
    }

    private static double multiplier(double[] p, double[] loss, double[] eta, double from, double to) {
        double low = from; // here the sum is at most one, and every term positive
        double high = to;
        double lambda = low;
        for (int n = 0; n < MOST_STEPS && low < high; n++) {
            double excess = -1;
            double slope = 0;
            double smallest = Double.POSITIVE_INFINITY;
            for (int i = 0; i < p.length; i++) {
                double inverse = 1 / p[i] + eta[i] * (loss[i] - lambda);
                smallest = Math.min(smallest, inverse);
                excess += 1 / inverse;
                slope += eta[i] / (inverse * inverse);
            }
            if (smallest > 0 && Math.abs(excess) <= CLOSE) {
                return lambda;
            }
            if (smallest > 0 && excess < 0) {
                low = lambda;
            } else {
                high = lambda;
            }
            double newton = lambda - excess / slope;
            double next = smallest > 0 && newton > low && newton < high ? newton : low + 0.5 * (high - low);
            if (next == lambda) {
                return low;
            }
            lambda = next;
        }
        return low;
    }
}
