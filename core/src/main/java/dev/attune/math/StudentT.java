package dev.attune.math;

/** Student's t distribution with a whole number of degrees of freedom. */
public final class StudentT {
    private static final double ALMOST = 1e-14; // relative width at which the search for a quantile stops
    private static final int SUMMED = 100; // degrees of freedom up to which the finite sums are used

    private StudentT() {}

    /**
     * Returns the 0.975 quantile: how many standard errors a 95 % interval extends to each side.
     *
     * @param freedom degrees of freedom, at least 1
     */
    public static double quantile975(long freedom) {
        if (freedom < 1) {
            throw new IllegalArgumentException("degrees of freedom = " + freedom + " must be at least 1");
        }
        if (freedom > SUMMED) {
            return expansion(freedom);
        }
        double low = 1;
        double high = 13; // 12.706 for one degree of freedom, less for more
        while (high - low > ALMOST * high) {
            double middle = 0.5 * (low + high);
            if (middle <= low || middle >= high) {
                break;
            }
            if (central(middle, (int) freedom) < 0.95) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return 0.5 * (low + high);
    }

    /** The expansion of Cornish and Fisher, Abramowitz and Stegun 26.7.5; the error is below 1e-9 from 100 degrees of freedom on. */
    private static double expansion(double freedom) {
        double z = Normal.Z_975;
        double z2 = z * z;
        double g1 = z * (z2 + 1) / 4;
        double g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
        double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
        double g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92_160;
        return z + (g1 + (g2 + (g3 + g4 / freedom) / freedom) / freedom) / freedom;
    }

    /** Returns the probability that |T| is at most t; exact finite sums, Abramowitz and Stegun 26.7.3 and 26.7.4. */
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
