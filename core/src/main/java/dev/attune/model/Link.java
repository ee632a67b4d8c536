package dev.attune.model;

import dev.attune.api.RewardRange;
import dev.attune.math.Exponentials;

/**
 * The canonical link of a generalized linear model: mean reward {@code mu(eta)} at the linear score {@code eta = x'
 * theta}. Canonical means that the log-likelihood of one reward is {@code y eta - m(eta)} with {@code m' = mu}, up to a
 * term without eta.
 */
public sealed interface Link {
    /** Mean reward equals the score; Gaussian noise. */
    Link IDENTITY = new Identity();

    /** Probability of success; Bernoulli rewards or any share in [0, 1]. */
    Link LOGISTIC = new Logistic();

    /** Expected count; Poisson rewards or any non-negative amount. */
    Link POISSON = new Poisson();

    /** Returns the name in state files and on the command line. */
    String linkName();

    /** Returns mu(eta). */
    double mean(double eta);

    /** Returns mu'(eta), given {@code mean = mu(eta)}, which saves a second exponential. */
    double slopeAt(double mean);

    /** Returns the rewards that can occur. */
    RewardRange rewards();

    /**
     * Returns the log-likelihood of a reward whose score is only known to be N(eta, variance), up to a term that does
     * not depend on the score.
     */
    double logLikelihood(double eta, double variance, double y);

    /** Returns the largest |mu''| / mu': how fast the curvature that Newton steps rely on can change. */
    double curvatureChange();

    /** mu(eta) = eta. */
    record Identity() implements Link {
        @Override
        public String linkName() {
            return "identity";
        }

        @Override
        public double mean(double eta) {
            return eta;
        }

        @Override
        public double slopeAt(double mean) {
            return 1;
        }

        @Override
        public double curvatureChange() {
            return 0;
        }

        @Override
        public RewardRange rewards() {
            return RewardRange.REALS;
        }

        /** N(y; eta, 1 + variance). */
        @Override
        public double logLikelihood(double eta, double variance, double y) {
            return -0.5 * (StrictMath.log1p(variance) + (y - eta) * (y - eta) / (1 + variance));
        }
    }

    /** mu(eta) = 1 / (1 + e^-eta). */
    record Logistic() implements Link {
        @Override
        public String linkName() {
            return "logistic";
        }

        @Override
        public double mean(double eta) {
            return Exponentials.logistic(eta);
        }

        @Override
        public double slopeAt(double mean) {
            return mean * (1 - mean);
        }

        @Override
        public double curvatureChange() {
            return 1;
        }

        @Override
        public RewardRange rewards() {
            return RewardRange.UNIT;
        }

        /** y z - ln(1 + e^z) at z = eta / sqrt(1 + pi variance / 8): MacKay, "The evidence framework applied to classification networks", 1992. */
        @Override
        public double logLikelihood(double eta, double variance, double y) {
            double z = eta / Math.sqrt(1 + Math.PI * variance / 8);
            return y * z - (Math.max(0, z) + StrictMath.log1p(StrictMath.exp(-Math.abs(z))));
        }
    }

    /** mu(eta) = e^eta, with eta cut at 100: no count is that large, and the sums of a model stay finite. */
    record Poisson() implements Link {
        private static final double LARGEST_SCORE = 100;

        @Override
        public String linkName() {
            return "poisson";
        }

        @Override
        public double mean(double eta) {
            return StrictMath.exp(Math.min(eta, LARGEST_SCORE));
        }

        @Override
        public double slopeAt(double mean) {
            return mean;
        }

        @Override
        public double curvatureChange() {
            return 1;
        }

        @Override
        public RewardRange rewards() {
            return RewardRange.NON_NEGATIVE;
        }

        /**
         * -D / (2 f) - ln(f) / 2 with D the deviance at the mean mu and f = 1 + mu variance, by which the uncertain score
         * multiplies the variance of y: Nelder, Pregibon, "An extended quasi-likelihood function", 1987.
         */
        @Override
        public double logLikelihood(double eta, double variance, double y) {
            double mean = mean(eta);
            double f = 1 + mean * variance;
            double halfDeviance = (y > 0 ? y * (StrictMath.log(y) - Math.min(eta, LARGEST_SCORE) - 1) : 0) + mean;
            return -halfDeviance / f - 0.5 * StrictMath.log(f);
        }
    }
}
