package dev.attune.lab.env;

import dev.attune.math.RoundRandom;

/**
 * Student's t distribution, scaled to a standard deviation: Z / sqrt(C / freedom) with Z standard normal and C, independent of
 * it, chi-square with as many degrees of freedom. C is twice a gamma variate of shape freedom / 2, by the rejection method of
 * Marsaglia and Tsang ("A simple method for generating gamma variables", 2000), which is exact for shapes of at least one.
 *
 * @param freedom degrees of freedom; above 2, else there is no standard deviation
 * @param deviation standard deviation
 */
record StudentT(double freedom, double deviation) {
    StudentT {
        if (!(freedom > 2)) {
            throw new IllegalArgumentException("freedom = " + freedom + " must be above 2");
        }
    }

    double draw(RoundRandom rng) {
        double z = rng.nextGaussian();
        double chiSquare = 2 * gamma(freedom / 2, rng);
        // The variance of t is freedom / (freedom - 2).
        return deviation * Math.sqrt((freedom - 2) / freedom) * z / Math.sqrt(chiSquare / freedom);
    }

    private static double gamma(double shape, RoundRandom rng) {
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = rng.nextGaussian();
            double root = 1 + c * x;
            double u = 1 - rng.nextDouble(); // in (0, 1]
            if (root > 0) {
                double v = root * root * root;
                if (StrictMath.log(u) < 0.5 * x * x + d * (1 - v + StrictMath.log(v))) {
                    return d * v;
                }
            }
        }
    }
}
