package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.math.Exponentials;
import java.util.random.RandomGenerator;

/** Arms and rewards for tests of what a policy computes; the test kit has more of them for the laws. */
final class PolicyRounds {
    private PolicyRounds() {}

    /** K arms with features uniform in [-1, 1]. */
    static ActionSet arms(RandomGenerator rng, int d, int K) {
        double[][] x = new double[d][K];
        for (double[] feature : x) {
            for (int k = 0; k < K; k++) {
                feature[k] = 2 * rng.nextDouble() - 1;
            }
        }
        return ActionSet.ofFeatures(x);
    }

    /** A random reward that the policy accepts, its mean rising with the score. */
    static double reward(Policy policy, double score, RandomGenerator rng) {
        RewardRange range = policy.rewards();
        if (range.equals(RewardRange.REALS)) {
            return score + 0.5 * rng.nextGaussian();
        }
        if (range.equals(RewardRange.UNIT)) {
            return rng.nextDouble() < Exponentials.logistic(score) ? 1 : 0;
        }
        double threshold = StrictMath.exp(-StrictMath.exp(score));
        int count = 0;
        for (double product = rng.nextDouble(); product > threshold; product *= rng.nextDouble()) {
            count++;
        }
        return count;
    }

    /** 2 (1, -1, 1, ...) / sqrt(d). */
    static double[] truth(int d) {
        double[] theta = new double[d];
        for (int i = 0; i < d; i++) {
            theta[i] = (i % 2 == 0 ? 2 : -2) / Math.sqrt(d);
        }
        return theta;
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** A generator that gives these Gaussians, in this order, and fails when more are asked for. */
    static RandomGenerator giving(double... numbers) {
        return new RandomGenerator() {
            private int next;

            @Override
            public long nextLong() {
                throw new AssertionError("only Gaussians were prepared");
            }

            @Override
            public double nextGaussian() {
                if (next == numbers.length) {
                    throw new AssertionError("more than " + numbers.length + " random numbers were asked for");
                }
                return numbers[next++];
            }
        };
    }

    /** A generator for policies that must not draw anything. */
    static RandomGenerator none() {
        return giving();
    }
}
