package dev.attune.lab.report;

/** Student's t distribution with a whole number of degrees of freedom. */
final class StudentT {
    private static final double ALMOST = 1e-14; // relative width at which the search for a quantile stops

    private StudentT() {}

    /**
     * How many standard errors a 95 % interval reaches to each side: the 0.975 quantile.
     *
     * @param freedom degrees of freedom, at least 1
     */
    static double quantile975(int freedom) {
        if (freedom < 1) {
            throw new IllegalArgumentException("degrees of freedom = " + freedom + " must be at least 1");
        }
        double low = 1;
        double high = 13; // 12.706 for one degree of freedom, less for more
        while (high - low > ALMOST * high) {
            double middle = 0.5 * (low + high);
            if (middle <= low || middle >= high) {
                break;
            }
            if (central(middle, freedom) < 0.95) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return 0.5 * (low + high);
    }

    /** Probability that |T| is at most t; exact finite sums, Abramowitz and Stegun 26.7.3 and 26.7.4. */
    static double central(double t, int freedom) {
        double square = freedom / (freedom + t * t); // cos^2 of theta = arctan(t / sqrt(freedom))
        double sine = t / Math.sqrt(freedom + t * t);
        boolean odd = freedom % 2 == 1;
        double term = odd ? Math.sqrt(square) : 1;
        double sum = 0;
        for (int k = odd ? 1 : 0; k <= freedom - 2; k += 2) {
            sum += term;
            term *= square * (k + 1) / (k + 2);
        }
        if (odd) {
            return 2 / Math.PI * (StrictMath.atan(t / Math.sqrt(freedom)) + sine * sum);
        }
        return sine * sum;
    }
}
