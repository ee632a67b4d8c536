package dev.attune.testkit;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import java.util.random.RandomGenerator;

/** Small problems on which the contracts try policies; every draw is keyed, so that two runs are equal. */
public final class Worlds {
    private static final long ARMS = 101;
    private static final long CHOICE = 102;
    private static final long REWARD = 103;

    private Worlds() {}

    /** Returns K arms with features uniform in [-1, 1]. */
    public static ActionSet arms(RandomGenerator rng, int d, int K) {
        double[][] x = new double[d][K];
        for (double[] feature : x) {
            for (int k = 0; k < K; k++) {
                feature[k] = 2 * rng.nextDouble() - 1;
            }
        }
        return ActionSet.ofFeatures(x);
    }

    /** Returns the arms of round t, whose number changes every round: 1 to 7. */
    public static ActionSet changingArms(long t, int d) {
        RoundRandom rng = new RoundRandom(ARMS, t);
        return arms(rng, d, 1 + rng.nextInt(7));
    }

    /** Returns the generator of the choice in round t. */
    public static RoundRandom choice(long t) {
        return new RoundRandom(CHOICE, t);
    }

    /** Returns a random reward that the policy accepts, with a mean that grows with the score. */
    public static double reward(Policy policy, double score, RandomGenerator rng) {
        RewardRange range = policy.rewards();
        if (range.equals(RewardRange.REALS)) {
            return score + 0.5 * rng.nextGaussian();
        }
        return range.equals(RewardRange.NON_NEGATIVE)
                ? poisson(StrictMath.exp(score), rng)
                : rng.nextDouble() < Exponentials.logistic(score) ? range.high() : range.low();
    }

    /** Returns the mean of {@link #reward}. */
    public static double mean(Policy policy, double score) {
        RewardRange range = policy.rewards();
        if (range.equals(RewardRange.REALS)) {
            return score;
        }
        return range.equals(RewardRange.NON_NEGATIVE)
                ? StrictMath.exp(score)
                : range.low() + (range.high() - range.low()) * Exponentials.logistic(score);
    }

    private static double poisson(double mean, RandomGenerator rng) {
        double threshold = StrictMath.exp(-mean);
        int count = 0;
        for (double product = rng.nextDouble(); product > threshold; product *= rng.nextDouble()) {
            count++;
        }
        return count;
    }

    /** Returns 2 (1, -1, 1, ...) / sqrt(d), the coefficients of the scores in {@link #play}. */
    public static double[] truth(int d) {
        double[] theta = new double[d];
        for (int i = 0; i < d; i++) {
            theta[i] = (i % 2 == 0 ? 2 : -2) / Math.sqrt(d);
        }
        return theta;
    }

    /** Returns a' b. */
    public static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Plays rounds from (inclusive) to (exclusive) and returns the arms chosen. */
    public static int[] play(Policy policy, long from, long to, Setting setting) {
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

    /** Returns means and bonuses of all arms. */
    public static ScoredRound scored(ExplorationPath policy, ActionSet arms, RandomGenerator rng) {
        ScoredRound round = new ScoredRound();
        policy.score(arms, rng, round);
        return round;
    }

    /** Returns everything that a policy has learnt, sealed. */
    public static byte[] state(Policy policy) {
        return Checkpoint.write(policy);
    }

    /** Replaces the state of a policy by one that {@link #state} returned. */
    public static void restore(byte[] state, Policy policy) {
        Checkpoint.read(state, policy);
    }

    /** Returns a generator of these Gaussians and uniforms, in this order; asking for more is an error. */
    public static RandomGenerator giving(double... numbers) {
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

    /** Returns a generator for policies that must not draw anything. */
    public static RandomGenerator none() {
        return giving();
    }
}
