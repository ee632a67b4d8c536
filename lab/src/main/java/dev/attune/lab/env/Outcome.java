package dev.attune.lab.env;

import dev.attune.api.RewardRange;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;

/** How the score of an arm becomes a reward: a mean that grows with the score, and luck around it. */
interface Outcome {
    /** Returns the mean reward at a score; never falls as the score rises. */
    double mean(double score);

    /** Returns a reward with this mean; the same luck and a higher mean never give a lower reward. */
    double reward(double mean, RoundRandom luck);

    /** Returns the rewards that can occur. */
    default RewardRange rewards() {
        return RewardRange.REALS;
    }

    /** The score plus Gaussian noise. */
    record Gaussian(double deviation) implements Outcome {
        @Override
        public double mean(double score) {
            return score;
        }

        @Override
        public double reward(double mean, RoundRandom luck) {
            return mean + deviation * luck.nextGaussian();
        }
    }

    /**
     * The score plus noise of Student's t distribution, scaled to a standard deviation: Z / sqrt(C / freedom) with Z standard normal and C, independent
     * of it, chi-square with as many degrees of freedom.
     *
     * @param freedom degrees of freedom; above 2, else there is no standard deviation
     * @param deviation standard deviation
     */
    record HeavyTailed(double freedom, double deviation) implements Outcome {
        public HeavyTailed {
            if (!(freedom > 2)) {
                throw new IllegalArgumentException("freedom = " + freedom + " must be above 2");
            }
        }

        @Override
        public double mean(double score) {
            return score;
        }

        @Override
        public double reward(double mean, RoundRandom luck) {
            double z = luck.nextGaussian();
            double chiSquare = 2 * gamma(freedom / 2, luck);
            // The variance of t is freedom / (freedom - 2).
            return mean + deviation * Math.sqrt((freedom - 2) / freedom) * z / Math.sqrt(chiSquare / freedom);
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

    /** A reward of 0 or 1 whose probability depends on the score. */
    enum Success implements Outcome {
        /** The score is the probability. */
        BERNOULLI {
            @Override
            public double mean(double score) {
                return score;
            }
        },
        /** The probability is 1 / (1 + e^-score). */
        LOGISTIC {
            @Override
            public double mean(double score) {
                return Exponentials.logistic(score);
            }
        };

        @Override
        public double reward(double mean, RoundRandom luck) {
            return luck.nextDouble() < mean ? 1 : 0;
        }

        @Override
        public RewardRange rewards() {
            return RewardRange.UNIT;
        }
    }
}
