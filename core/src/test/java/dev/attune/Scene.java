package dev.attune;

import dev.attune.api.ActionSet;
import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;
import java.util.Arrays;

/**
 * A small world for bandits to live in: Gaussian arms of mean square length one, fixed or fresh every round, coefficients
 * of length one, and rewards whose noise depends on seed and round alone, so that two bandits in the same scene meet the
 * same luck.
 */
@SuppressWarnings("exports") // a class of the tests
public final class Scene {
    private static final long THETA = 1;
    private static final long ARMS = 2;
    private static final long NOISE = 3;

    private final int d;
    private final int K;
    private final double sd;
    private final boolean fresh;
    private final long seed;
    private final double features;
    private final double rewards;
    private final long switchAt;

    private Scene(int d, int K, double sd, boolean fresh, long seed, double features, double rewards, long switchAt) {
        this.d = d;
        this.K = K;
        this.sd = sd;
        this.fresh = fresh;
        this.seed = seed;
        this.features = features;
        this.rewards = rewards;
        this.switchAt = switchAt;
    }

    /** The same arms in every round. */
    public static Scene fixedArms(int d, int K, double noise, long seed) {
        return new Scene(d, K, noise, false, seed, 1, 1, Long.MAX_VALUE);
    }

    /** New arms in every round. */
    public static Scene freshArms(int d, int K, double noise, long seed) {
        return new Scene(d, K, noise, true, seed, 1, 1, Long.MAX_VALUE);
    }

    /** The same scene with all features and all rewards multiplied. */
    public Scene scaled(double featureFactor, double rewardFactor) {
        return new Scene(d, K, sd, fresh, seed, featureFactor, rewardFactor, switchAt);
    }

    /** The same scene until a round; from it on, another theta. */
    public Scene switchingAt(long round) {
        return new Scene(d, K, sd, fresh, seed, features, rewards, round);
    }

    /** The true coefficients at a round, for arms that are not scaled. */
    public double[] theta(long t) {
        double[] theta = new double[d];
        RoundRandom.gaussians(new RoundRandom(seed * 10 + THETA, t < switchAt ? 0 : 1), theta);
        double length = Math.sqrt(dot(theta, theta));
        for (int i = 0; i < d; i++) {
            theta[i] /= length;
        }
        return theta;
    }

    /** Arms before scaling. */
    private double[][] rows(long t) {
        RoundRandom rng = new RoundRandom(seed * 10 + ARMS, fresh ? t : 0);
        double[][] rows = new double[K][d];
        for (double[] row : rows) {
            RoundRandom.gaussians(rng, row);
            for (int i = 0; i < d; i++) {
                row[i] /= Math.sqrt(d);
            }
        }
        return rows;
    }

    /** The arms of a round. */
    public ActionSet arms(long t) {
        double[][] rows = rows(t);
        for (double[] row : rows) {
            for (int i = 0; i < d; i++) {
                row[i] *= features;
            }
        }
        return ActionSet.ofRows(rows);
    }

    /** Expected rewards of a round, before scaling. */
    public double[] means(long t) {
        double[] theta = theta(t);
        return Arrays.stream(rows(t)).mapToDouble(row -> dot(row, theta)).toArray();
    }

    /** The reward of a decision. */
    public double reward(Pull decision) {
        double noise = new RoundRandom(seed * 10 + NOISE, decision.t()).nextGaussian();
        return rewards * (means(decision.t())[decision.arm()] + sd * noise);
    }

    /** The reward of a decision in the range that a policy accepts: as it is, 0 or 1, or a count. */
    public double reward(Pull decision, Policy policy) {
        if (policy.rewards().equals(RewardRange.REALS)) {
            return reward(decision);
        }
        double uniform = new RoundRandom(seed * 10 + NOISE, decision.t()).nextDouble();
        return uniform < Exponentials.logistic(3 * means(decision.t())[decision.arm()]) ? 1 : 0;
    }

    /** What the best arm of the round would have brought more, on average. */
    public double regret(Pull decision) {
        double[] means = means(decision.t());
        return Arrays.stream(means).max().getAsDouble() - means[decision.arm()];
    }

    /** Plays rounds with rewards at once and returns the regret of each. */
    public double[] play(SelfTuningBandit bandit, int rounds) {
        double[] regret = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            Pull decision = bandit.decide(arms(bandit.rounds() + 1));
            bandit.reward(decision, reward(decision, bandit.policy()));
            regret[i] = regret(decision);
        }
        return regret;
    }

    /** Sum of regrets from one position to another. */
    public static double sum(double[] values, int from, int to) {
        return Arrays.stream(values, from, to).sum();
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
