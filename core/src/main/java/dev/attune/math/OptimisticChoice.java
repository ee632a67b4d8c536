package dev.attune.math;

/**
 * The probability with which an arm has the largest index if the index of arm k is {@code m_k + s_k max(0, z_k)}, with independent standard normals
 * z_k; the first of equals.
 *
 * <pre>
 *   top = max m_k ;  F_j(u) = Phi((u - m_j) / s_j), for u at least top
 *   P(k) = [m_k = top] 1/2 prod over j != k of P(index_j below top, or equal and j &gt; k)
 *        + integral over z from (top - m_k) / s_k of phi(z) prod over j != k of F_j(m_k + s_k z)
 * </pre>
 *
 * <p>The integral is computed by Gauss-Legendre quadrature with {@value #NODES} nodes on each of five intervals, the first of them short, because an
 * F_j with a small s_j changes near the lower end. Probabilities of all arms sum to 1 within 10^-6 (tested). Phi is interpolated between 4,096
 * points. O(K) for each node; arms that cannot win are left out.
 */
public final class OptimisticChoice {
    private static final int NODES = 12;
    private static final double[] ENDS = {0, 1.0 / 2048, 1.0 / 256, 1.0 / 32, 1.0 / 4, 1};
    private static final double[] NODE = new double[NODES * (ENDS.length - 1)]; // in [0, 1]
    private static final double[] WEIGHT = new double[NODE.length];
    private static final double NEGLIGIBLE = 8.5; // deviations
    private static final double EXPONENT = 36; // the density is followed until it has fallen by e^-36
    private static final int POINTS = 4096;
    private static final double STEP = NEGLIGIBLE / POINTS;
    private static final double[] PHI = new double[POINTS + 2]; // of i STEP
    private static final double[] SLOPE = new double[POINTS + 2]; // times STEP
    private static final double PER_ROOT_2_PI = 1 / StrictMath.sqrt(2 * Math.PI);

    static {
        for (int i = 0; i < NODES; i++) {
            double x = StrictMath.cos(Math.PI * (i + .75) / (NODES + .5));
            double slope = 1;
            for (int step = 0; step < 100; step++) { // Newton's method on the Legendre polynomial
                double before = 1;
                double p = x;
                for (int n = 2; n <= NODES; n++) {
                    double next = ((2 * n - 1) * x * p - (n - 1) * before) / n;
                    before = p;
                    p = next;
                }
                slope = NODES * (before - x * p) / (1 - x * x);
                x -= p / slope;
            }
            double weight = 2 / ((1 - x * x) * slope * slope);
            for (int part = 0; part + 1 < ENDS.length; part++) {
                double length = ENDS[part + 1] - ENDS[part];
                NODE[part * NODES + i] = ENDS[part] + length * (1 + x) / 2;
                WEIGHT[part * NODES + i] = weight * length / 2;
            }
        }
        for (int i = 0; i < PHI.length; i++) {
            PHI[i] = Normal.cdf(i * STEP);
            SLOPE[i] = STEP * PER_ROOT_2_PI * StrictMath.exp(-.5 * i * STEP * i * STEP);
        }
    }

    private double[] mean = {}; // of the other arms that may win
    private double[] perWidth = {};

    /** Creates an object with scratch space; one thread at a time. */
    public OptimisticChoice() {}

    /**
     * Returns the probability of an arm.
     *
     * @param scale times the widths: the s_k
     */
    public double probability(int arm, double[] means, double[] widths, double scale, int arms) {
        double top = means[0];
        for (int k = 1; k < arms; k++) {
            top = Math.max(top, means[k]);
        }
        if (mean.length < arms) {
            mean = new double[arms];
            perWidth = new double[arms];
        }
        double s = scale * widths[arm];
        double here = means[arm] == top ? s > 0 ? .5 : 1 : 0; // P(its index is top)
        int others = 0;
        for (int j = 0; j < arms; j++) {
            if (j == arm) {
                continue;
            }
            double sj = scale * widths[j];
            if (means[j] == top) {
                here *= j < arm ? 0 : sj > 0 ? .5 : 1;
            } else if (sj > 0) {
                here *= phi((top - means[j]) / sj);
            }
            if (sj > 0 && (top - means[j]) / sj < NEGLIGIBLE) {
                mean[others] = means[j];
                perWidth[others++] = 1 / sj;
            }
        }
        return Math.max(Double.MIN_NORMAL, Math.min(1, here + (s > 0 ? above(means[arm], s, top, others) : 0)));
    }

    private double above(double m, double s, double top, int others) {
        double from = (top - m) / s;
        double length = Math.sqrt(from * from + 2 * EXPONENT) - from;
        double sum = 0;
        for (int i = 0; i < NODE.length; i++) {
            double z = from + length * NODE[i];
            double u = Math.max(top, m + s * z);
            double product = WEIGHT[i] * StrictMath.exp(-.5 * (z * z));
            for (int j = 0; j < others; j++) {
                product *= phi((u - mean[j]) * perWidth[j]);
            }
            sum += product;
        }
        return sum * length * PER_ROOT_2_PI;
    }

    /** Phi of a number that is not negative, by cubic interpolation. */
    private static double phi(double x) {
        if (!(x < NEGLIGIBLE)) {
            return 1;
        }
        double at = x * (1 / STEP);
        int i = (int) at;
        double t = at - i;
        double r = 1 - t;
        return r * r * ((1 + 2 * t) * PHI[i] + t * SLOPE[i]) + t * t * ((3 - 2 * t) * PHI[i + 1] - r * SLOPE[i + 1]);
    }
}
