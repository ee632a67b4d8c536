package dev.attune.lab.env;

import dev.attune.api.RewardRange;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;

/** How the score of an arm becomes a reward: a mean that grows with the score, and luck around it. */
interface Outcome {
    /** The mean reward at a score; never falls as the score rises. */
    double mean(double score);

    /** A reward with this mean; the same luck and a higher mean never give a lower reward. */
    double reward(double mean, RoundRandom luck);

    /** The rewards that can occur. */
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

    /** The score plus noise of Student's t distribution. */
    record HeavyTailed(StudentT noise) implements Outcome {
        @Override
        public double mean(double score) {
            return score;
        }

        @Override
        public double reward(double mean, RoundRandom luck) {
            return mean + noise.draw(luck);
        }
    }

    /** One or nothing: with which probability depends on the score. */
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
