package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import java.util.random.RandomGenerator;

/** Small problems for policies to be tried on. */
final class Worlds {
    private static final long ARMS = 101;
    private static final long CHOICE = 102;
    private static final long REWARD = 103;

    private Worlds() {}

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

    /** The arms of round t, whose number changes every round: 1 to 7. */
    static ActionSet changingArms(long t, int d) {
        RoundRandom rng = new RoundRandom(ARMS, t);
        return arms(rng, d, 1 + rng.nextInt(7));
    }

    /** Generator of the choice in round t. */
    static RoundRandom choice(long t) {
        return new RoundRandom(CHOICE, t);
    }

    /** A random reward that the policy accepts, its mean rising with the score. */
    static double reward(Policy policy, double score, RandomGenerator rng) {
        RewardRange range = policy.rewards();
        if (range.equals(RewardRange.UNIT)) {
            return rng.nextDouble() < Exponentials.logistic(score) ? 1 : 0;
        }
        return range.equals(RewardRange.REALS) ? score + 0.5 * rng.nextGaussian() : poisson(StrictMath.exp(score), rng);
    }

    /** Mean of {@link #reward}. */
    static double mean(Policy policy, double score) {
        RewardRange range = policy.rewards();
        if (range.equals(RewardRange.UNIT)) {
            return Exponentials.logistic(score);
        }
        return range.equals(RewardRange.REALS) ? score : StrictMath.exp(score);
    }

    private static double poisson(double mean, RandomGenerator rng) {
        double threshold = StrictMath.exp(-mean);
        int count = 0;
        for (double product = rng.nextDouble(); product > threshold; product *= rng.nextDouble()) {
            count++;
        }
        return count;
    }

    /** 2 (1, -1, 1, ...) / sqrt(d): what the arms are worth in {@link #play}. */
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

    /** Plays rounds from (inclusive) to (exclusive) and returns the arms chosen. */
    static int[] play(Policy policy, long from, long to, Setting setting) {
        int[] chosen = new int[(int) (to - from)];
        double[] truth = truth(policy.dimension());
        for (long t = from; t < to; t++) {
            ActionSet arms = changingArms(t, policy.dimension());
            int arm = policy.select(arms, setting, choice(t));
            chosen[(int) (t - from)] = arm;
            double[] x = arms.features(arm);
            policy.update(x, reward(policy, dot(truth, x), new RoundRandom(REWARD, t)), setting);
        }
        return chosen;
    }

    /** Everything that a policy has learnt. */
    static byte[] state(Policy policy) {
        return Checkpoint.write((Checkpointed) policy);
    }

    static void restore(byte[] state, Policy policy) {
        Checkpoint.read(state, (Checkpointed) policy);
    }

    /** A generator that hands out these Gaussians and uniforms, in this order, and complains when they run out. */
    static RandomGenerator giving(double... numbers) {
        return new RandomGenerator() {
            private int next;

            private double take() {
                if (next == numbers.length) {
                    throw new AssertionError("more than " + numbers.length + " random numbers were asked for");
                }
                return numbers[next++];
            }

            @Override
            public long nextLong() {
                throw new AssertionError("only Gaussians and uniforms were prepared");
            }

            @Override
            public double nextDouble() {
                return take();
            }

            @Override
            public double nextGaussian() {
                return take();
            }
        };
    }

    /** A generator for policies that must not draw anything. */
    static RandomGenerator none() {
        return giving();
    }
}
