package dev.attune.math;

/** The standard normal distribution. */
public final class Normal {
    private static final double SQRT_2_PI = 2.5066282746310002;
    private static final double SERIES_ENDS = 3;

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
        for (int i = 3; Math.abs(term) > Math.ulp(sum) / 4; i += 2) { // so written that NaN ends it
            term *= x * x / i;
            sum += term;
        }
        return 0.5 + sum * density(x);
    }

    /** Probability that |Z| lies in [from, to) for a standard normal Z, both ends at least zero. */
    public static double foldedMass(double from, double to) {
        return 2 * (from > SERIES_ENDS ? tail(from) - tail(Math.max(from, to)) : cdf(to) - cdf(from));
    }

    private static double density(double x) {
        return StrictMath.exp(-0.5 * x * x) / SQRT_2_PI;
    }

    private static double tail(double x) {
        double fraction = x;
        for (int i = 100; i > 0; i--) { // from the inside out; 100 levels are plenty from x = 3 on
            fraction = x + i / fraction;
        }
        return density(x) / fraction;
    }
}
