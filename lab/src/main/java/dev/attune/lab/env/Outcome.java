package dev.attune.lab.env;

import dev.attune.api.RewardRange;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * How the score of an arm becomes a reward.
 *
 * @param mean the mean reward at a score; never falls as the score rises
 * @param luck draws the luck of a round
 * @param reward the reward with a mean and a luck; the same luck and a higher mean never give a lower reward
 * @param rewards the rewards that can occur
 */
record Outcome(
        DoubleUnaryOperator mean,
        ToDoubleFunction<RoundRandom> luck,
        DoubleBinaryOperator reward,
        RewardRange rewards) {
    /** The score itself, in [0, 1]. */
    static final Outcome EXACT = new Outcome(score -> score, rng -> 0, (mean, luck) -> mean, RewardRange.UNIT);

    /** 0 or 1; the score is the probability of 1. */
    static final Outcome BERNOULLI = success(score -> score);

    /** 0 or 1; the probability of 1 is 1 / (1 + e^-score). */
    static final Outcome LOGISTIC = success(Exponentials::logistic);

    private static Outcome success(DoubleUnaryOperator probability) {
        return new Outcome(probability, RoundRandom::nextDouble, (mean, luck) -> luck < mean ? 1 : 0, RewardRange.UNIT);
    }

    /** Returns the score plus noise. */
    private static Outcome noisy(ToDoubleFunction<RoundRandom> noise) {
        return new Outcome(score -> score, noise, Double::sum, RewardRange.REALS);
    }

    /** Returns the score plus Gaussian noise. */
    static Outcome gaussian(double deviation) {
        return noisy(rng -> deviation * rng.nextGaussian());
    }

    /**
     * Returns the score plus noise of Student's t distribution, scaled to a standard deviation: Z / sqrt(C / freedom) with Z standard normal and C,
     * independent of it, chi-square with as many degrees of freedom.
     *
     * @param freedom degrees of freedom; above 2, else there is no standard deviation
     */
    static Outcome heavyTailed(double freedom, double deviation) {
        return noisy(rng -> {
            double z = rng.nextGaussian();
            double chiSquare = 2 * gamma(freedom / 2, rng);
            // The variance of t is freedom / (freedom - 2).
            return deviation * Math.sqrt((freedom - 2) / freedom) * z / Math.sqrt(chiSquare / freedom);
        });
    }

    /**
     * Draws a gamma variate by the rejection method of Marsaglia and Tsang ("A simple method for generating gamma variables", 2000), which is exact for
     * shapes of at least one.
     */
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
