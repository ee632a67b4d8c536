package dev.attune.math;

/** The standard normal distribution. */
public final class Normal {
    /** The 0.975 quantile: how many standard errors a 95 % interval extends to each side. */
    public static final double Z_975 = 1.959963984540054;

    private static final double SQRT_2_PI = 2.5066282746310002;
    private static final double SERIES_ENDS = 2.5;
    private static final double ALMOST_NEVER = 40; // beyond it the density is zero in double precision
    private static final double[] ODD_RECIPROCALS = new double[60]; // 1/3, 1/5, ...

    static {
        for (int i = 0; i < ODD_RECIPROCALS.length; i++) {
            ODD_RECIPROCALS[i] = 1.0 / (2 * i + 3);
        }
    }

    private Normal() {}

    /**
     * Probability that a standard normal is at most x, to about 15 decimals; NaN for NaN.
     *
     * <p>Near zero by the series of Marsaglia ("Evaluating the normal distribution", 2004), Phi = 1/2 + phi(x) (x + x^3/3
     * + x^5/(3*5) + ...); in the tails by Laplace's continued fraction.
     */
    public static double cdf(double x) {
        if (x < -SERIES_ENDS) {
            return tail(-x);
        }
        if (x > SERIES_ENDS) {
            return 1 - tail(x);
        }
        double term = x;
        double sum = x;
        double square = x * x;
        for (int i = 0; Math.abs(term) > Math.ulp(sum) / 4; i++) { // so written that NaN ends it
            term *= square * ODD_RECIPROCALS[i];
            sum += term;
        }
        return 0.5 + sum * density(x);
    }

    /** Probability that |Z| lies in [from, to) for a standard normal Z, both ends at least zero. */
    public static double foldedMass(double from, double to) {
        return 2 * (from > SERIES_ENDS ? tail(from) - tail(Math.max(from, to)) : cdf(to) - cdf(from));
    }

    /** Returns the number below which a standard normal lies with this probability, which is at least one half. */
    public static double quantile(double probability) {
        double low = 0;
        double high = ALMOST_NEVER;
        while (high - low > 1e-12) {
            double middle = 0.5 * (low + high);
            if (cdf(middle) < probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double density(double x) {
        return StrictMath.exp(-0.5 * x * x) / SQRT_2_PI;
    }

    private static double tail(double x) {
        if (x > ALMOST_NEVER) {
            return 0; // also for infinity
        }
        // From the inside out. The error falls with exp(-2 x sqrt(2 levels)); this many leave 14 digits with room to
        // spare.
        double need = 18.5 / x;
        double fraction = x;
        for (int i = 10 + (int) (need * need); i > 0; i--) {
            fraction = x + i / fraction;
        }
        return density(x) / fraction;
    }
}
