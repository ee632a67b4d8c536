package dev.attune.bench;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;

/**
 * Rounds that are ready in memory before the clock starts: the paper's simulation, features and theta* uniform in
 * [-1/sqrt(d), 1/sqrt(d)], with a pool of rounds that is used again and again. The pool is larger than the caches next
 * to a core, so that features come from where they would in a program.
 */
public final class SimulatedRounds {
    /** Features. */
    public static final int DIMENSION = 25;

    /** Arms. */
    public static final int ARMS = 120;

    private static final int POOL = 128; // 3 MB of features

    private final ActionSet[] arms = new ActionSet[POOL];
    private final double[][] scores = new double[POOL][ARMS]; // x' theta*
    private final boolean binary;

    /** Rewards are 0 or 1 with logistic probability if binary, else the score with noise of variance 1/4. */
    public SimulatedRounds(long seed, boolean binary) {
        this(seed, binary, false);
    }

    /** The same with a block for each arm, whose number stands before the features. */
    SimulatedRounds(long seed, boolean binary, boolean blocks) {
        this.binary = binary;
        RoundRandom rng = new RoundRandom(seed, 0);
        double[] theta = new double[DIMENSION];
        fill(theta, DIMENSION, rng);
        for (int r = 0; r < POOL; r++) {
            double[][] x = features(rng);
            arms[r] = ActionSet.wrap(blocks ? withBlocks(x) : x, ARMS);
            ArmForms.linear(theta, x, ARMS, scores[r]);
        }
    }

    /** One round of features, stored as an action set stores them. */
    static double[][] features(RoundRandom rng) {
        double[][] x = new double[DIMENSION][ArmForms.rowLength(ARMS)];
        for (double[] feature : x) {
            fill(feature, ARMS, rng);
        }
        return x;
    }

    private static double[][] withBlocks(double[][] x) {
        double[][] with = new double[1 + DIMENSION][];
        with[0] = new double[ArmForms.rowLength(ARMS)];
        for (int k = 0; k < ARMS; k++) {
            with[0][k] = k;
        }
        System.arraycopy(x, 0, with, 1, DIMENSION);
        return with;
    }

    private static void fill(double[] values, int n, RoundRandom rng) {
        double scale = 1 / Math.sqrt(DIMENSION);
        for (int k = 0; k < n; k++) {
            values[k] = (2 * rng.nextDouble() - 1) * scale;
        }
    }

    /** Returns the arms of a round. */
    public ActionSet arms(long t) {
        return arms[(int) (t % POOL)];
    }

    /** Returns the reward of an arm. */
    public double reward(long t, int arm, RoundRandom rng) {
        double score = scores[(int) (t % POOL)][arm];
        if (binary) {
            return rng.nextDouble() < Exponentials.logistic(score) ? 1 : 0;
        }
        return score + 0.5 * rng.nextGaussian();
    }
}
