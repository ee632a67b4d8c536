package dev.attune.testkit;

import dev.attune.api.ActionSet;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;

/**
 * A made-up problem whose rounds and rewards depend on the round number alone: arms with uniform features, of which a third stays the same
 * in every round; rewards linear with Gaussian noise, or 0 and 1 by a logistic model.
 */
final class GoldenWorld {
    private static final long TRUTH = 71;
    private static final long ARMS = 72;
    private static final long NOISE = 73;

    private final int d;
    private final int arms;
    private final boolean blocks;
    private final double[] theta;

    /**
     * Creates the problem.
     *
     * @param blocks whether the first feature of an arm is the number of its block
     */
    GoldenWorld(int d, int arms, boolean blocks) {
        this.d = d;
        this.arms = arms;
        this.blocks = blocks;
        this.theta = new double[d];
        RoundRandom rng = new RoundRandom(TRUTH, d);
        for (int i = 0; i < d; i++) {
            theta[i] = 2 * rng.nextDouble() - 1;
        }
    }

    ActionSet arms(long t) {
        double[][] rows = new double[arms][d];
        RoundRandom fixed = new RoundRandom(ARMS, 0);
        RoundRandom fresh = new RoundRandom(ARMS, t);
        for (int k = 0; k < arms; k++) {
            RoundRandom rng = k % 3 == 0 ? fixed : fresh;
            for (int i = 0; i < d; i++) {
                rows[k][i] = (2 * rng.nextDouble() - 1) / Math.sqrt(d);
            }
            if (blocks) {
                rows[k][0] = k;
            }
        }
        return ActionSet.ofRows(rows);
    }

    /** Reward of an arm in a round. */
    double reward(long t, int arm, double[] x, boolean binary) {
        RoundRandom rng = new RoundRandom(NOISE, t);
        double score = blocks ? 0.3 * Math.sin(arm) : 0;
        for (int i = blocks ? 1 : 0; i < d; i++) {
            score = Math.fma(theta[i], x[i], score);
        }
        return binary
                ? (rng.nextDouble() < Exponentials.logistic(3 * score) ? 1 : 0)
                : score + 0.5 * rng.nextGaussian();
    }

    /** Rounds until the reward of a round is delivered, if rewards are late; -1 if it never is. */
    static int delay(long t) {
        RoundRandom rng = new RoundRandom(NOISE + 1, t);
        return rng.nextInt(20) == 0 ? -1 : rng.nextInt(40);
    }
}
