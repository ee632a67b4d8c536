package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.lab.data.Factors;
import dev.attune.math.ArmForms;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;

/**
 * Movies whose vectors are the arms, and a user who is the mean of many: the paper's MovieLens setting (Section 5).
 *
 * <p>Each round offers some movies, drawn without replacement; their vectors are divided by the length of the longest among
 * them. theta* is the mean of the vectors of 300 users, drawn once for the repetition, at length 1. The mean reward is x'theta*
 * with Gaussian noise, or logistic(x'theta*) with rewards 0 and 1. The rounds never end.
 */
final class FactorEnvironment extends DataEnvironment {
    private static final int USERS = 300; // as in the paper

    private final Factors factors;
    private final int arms;
    private final boolean logistic;
    private final double noise;
    private final double[] squaredLength;

    /**
     * An environment of these vectors.
     *
     * @param arms movies a round
     * @param logistic whether rewards are 0 and 1; else they are Gaussian
     * @param noise standard deviation of Gaussian rewards
     */
    FactorEnvironment(Factors factors, int arms, boolean logistic, double noise, String fingerprint) {
        super("movielens", factors.rank(), Long.MAX_VALUE, fingerprint);
        int movies = factors.movies()[0].length;
        if (arms > movies) {
            throw new IllegalArgumentException("arms = " + arms + " is more than the " + movies + " movies there are");
        }
        this.factors = factors;
        this.arms = arms;
        this.logistic = logistic;
        this.noise = noise;
        this.squaredLength = new double[movies];
        for (double[] feature : factors.movies()) {
            for (int m = 0; m < movies; m++) {
                squaredLength[m] += feature[m] * feature[m];
            }
        }
    }

    @Override
    public RewardRange rewards() {
        return logistic ? RewardRange.UNIT : RewardRange.REALS;
    }

    @Override
    DataRounds rounds(long seed, long horizon) {
        return new MovieRounds(seed);
    }

    private double[] meanUser(RoundRandom random) {
        double[][] users = factors.users();
        int[] order = new int[users[0].length];
        int drawn = Math.min(USERS, order.length);
        Shuffle.fill(order);
        Shuffle.draw(order, drawn, random);
        double[] theta = new double[users.length];
        double squares = 0;
        for (int i = 0; i < theta.length; i++) {
            for (int k = 0; k < drawn; k++) {
                theta[i] += users[i][order[k]];
            }
            squares += theta[i] * theta[i];
        }
        if (squares == 0) {
            throw new IllegalStateException("the vectors of " + drawn + " users add up to zero");
        }
        double length = Math.sqrt(squares);
        for (int i = 0; i < theta.length; i++) {
            theta[i] /= length;
        }
        return theta;
    }

    private final class MovieRounds extends DataRounds {
        private final long seed;
        private final RoundRandom random;
        private final double[] theta;
        private final int[] order;
        private final double[][] x = new double[factors.rank()][ArmForms.rowLength(arms)];
        private final double[] mean = new double[ArmForms.rowLength(arms)];
        private double best;
        private double luck; // standard normal or uniform, the same for all arms

        MovieRounds(long seed) {
            super(Long.MAX_VALUE);
            this.seed = seed;
            this.random = new RoundRandom(seed, 0);
            this.theta = meanUser(random);
            this.order = new int[squaredLength.length];
            Shuffle.fill(order);
        }

        @Override
        ActionSet arms(long round) {
            random.reset(seed, round);
            Shuffle.draw(order, arms, random);
            luck = logistic ? random.nextDouble() : random.nextGaussian();
            double longest = 0;
            for (int k = 0; k < arms; k++) {
                longest = Math.max(longest, squaredLength[order[k]]);
            }
            double scale = longest > 0 ? 1 / Math.sqrt(longest) : 0;
            for (int i = 0; i < x.length; i++) {
                gather(factors.movies()[i], scale, x[i]);
            }
            ArmForms.linear(theta, x, arms, mean);
            best = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < arms; k++) {
                mean[k] = logistic ? Exponentials.logistic(mean[k]) : mean[k];
                best = Math.max(best, mean[k]);
            }
            return ActionSet.wrap(x, arms);
        }

        private void gather(double[] feature, double scale, double[] row) {
            for (int k = 0; k < arms; k++) {
                row[k] = feature[order[k]] * scale;
            }
        }

        @Override
        public double reward(int arm, Setting setting) {
            double mu = mean[arm];
            return logistic ? (luck < mu ? 1 : 0) : mu + noise * luck;
        }

        @Override
        public double regret(int arm, Setting setting) {
            return best - mean[arm];
        }
    }
}
