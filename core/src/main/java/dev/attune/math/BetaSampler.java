package dev.attune.math;

import java.util.random.RandomGenerator;

/**
 * Draws from Beta and Gamma distributions.
 *
 * <pre>{@code
 *   X ~ Gamma(a), Y ~ Gamma(b)  =>  X / (X + Y) ~ Beta(a, b)
 *   Gamma(a), a at least 1:  d = a - 1/3, c = 1 / sqrt(9 d)
 *     repeat  x ~ N(0, 1), v = (1 + c x)^3, u ~ U(0, 1)  until  v > 0 and ln u < x^2/2 + d - d v + d ln v
 *     d v
 *   Gamma(a), a below 1:  Gamma(a + 1) U^(1/a)
 * }</pre>
 *
 * <p>Shapes below 1 are drawn as logarithms, since U^(1/a) underflows for small a and 0/0 would follow. More than 95 %
 * of the first trials are accepted, most of them without a logarithm.
 *
 * <p>Marsaglia, Tsang, "A simple method for generating gamma variables", ACM Transactions on Mathematical Software 26,
 * 2000, pages 363-372: section 5 (the algorithm and its squeeze), section 6 (shapes below 1).
 */
public final class BetaSampler {
    private static final double SQUEEZE = 0.0331; // of the publication

    private BetaSampler() {}

    /** A draw from Beta(a, b), in [0, 1]. */
    public static double beta(RandomGenerator rng, double a, double b) {
        requireShape("a", a);
        requireShape("b", b);
        if (a >= 1 && b >= 1) {
            double x = gammaFromOne(rng, a);
            double y = gammaFromOne(rng, b);
            return x / (x + y); // both positive: v > 0 and d > 0
        }
        double logX = logGamma(rng, a);
        double logY = logGamma(rng, b);
        return Exponentials.logistic(logX - logY);
    }

    private static double logGamma(RandomGenerator rng, double a) {
        if (a >= 1) {
            return StrictMath.log(gammaFromOne(rng, a));
        }
        double above = StrictMath.log(gammaFromOne(rng, a + 1));
        return above + StrictMath.log(1 - rng.nextDouble()) / a;
    }

    private static double gammaFromOne(RandomGenerator rng, double a) {
        double d = a - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = rng.nextGaussian();
            double root = 1 + c * x;
            if (root <= 0) {
                continue;
            }
            double v = root * root * root;
            double u = 1 - rng.nextDouble(); // in (0, 1]: its logarithm exists
            double square = x * x;
            if (u < 1 - SQUEEZE * square * square
                    || StrictMath.log(u) < 0.5 * square + d * (1 - v + StrictMath.log(v))) {
                return d * v;
            }
        }
    }

    private static void requireShape(String name, double shape) {
        if (!(shape > 0 && shape <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("shape " + name + " = " + shape + " must be a positive finite number");
        }
    }
}
