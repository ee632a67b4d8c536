package dev.attune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.PathTuner;
import dev.attune.api.PathTuner.PathChoice;
import dev.attune.api.RewardRange;
import dev.attune.api.ScoredRound;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The laws of a tuner that reads the exploration path, over every policy of the library that has one. An author of a {@link PathTuner} extends
 * this class, says how a tuner is made, and adds rounds worked out by hand.
 *
 * <pre>
 *   class MyTunerTest extends PathTunerContract {
 *       &#64;Override
 *       public PathTuner tuner(int d) {
 *           return new MyTuner(d);
 *       }
 *   }
 * </pre>
 */
public abstract class PathTunerContract {
    /**
     * Makes a tuner; two calls make equal ones.
     *
     * @param d number of features of an arm
     */
    public abstract PathTuner tuner(int d);

    /** Returns the names of the policies, for the parameterised laws. */
    public static Iterable<String> policies() {
        return PathPolicies.names();
    }

    /** A policy under a path tuner, round by round, with the last choice laid open. */
    private static final class Bench {
        final ExplorationPath policy;
        final PathTuner tuner;
        final ScoredRound round = new ScoredRound();
        final long seed;
        long t;
        PathChoice choice = new PathChoice(0, 0);
        boolean scaleKnown;

        Bench(ExplorationPath policy, PathTuner tuner, long seed) {
            this.policy = policy;
            this.tuner = tuner;
            this.seed = seed;
        }

        /** Chooses, and checks what holds for every choice. */
        Open choose(ActionSet arms) {
            RoundRandom rng = new RoundRandom(seed, ++t);
            scaleKnown = policy.posterior().noise() > 0;
            policy.score(arms, rng, round);
            choice = tuner.choose(arms, round, policy.posterior(), rng);
            assertThat(choice.arm()).isBetween(0, arms.arms() - 1);
            assertThat(choice.explore()).isFinite().isNotNegative();
            checkPropensities(arms.arms());
            double[] x = arms.features(choice.arm());
            return new Open(x, tuner.decided(x, policy.posterior()));
        }

        private void checkPropensities(int K) {
            double sum = 0;
            for (int k = 0; k < K; k++) {
                double p = tuner.propensity(k);
                if (!scaleKnown) {
                    assertThat(p).as("no scale: uniform").isEqualTo(1.0 / K);
                } else if (round.drawn()) {
                    assertThat(p).as("a draw's probability is not known").isNaN();
                } else {
                    assertThat(p).isBetween(0.0, 1 + 1e-12);
                }
                sum += p;
            }
            if (scaleKnown && !round.drawn()) {
                assertThat(sum).as("propensities of round %d", t).isCloseTo(1, within(1e-12));
                assertThat(tuner.propensity(choice.arm())).as("round %d", t).isPositive();
            }
        }

        void reward(Open open, double y) {
            policy.update(open.x, y, policy.space().preset());
            tuner.rewarded(open.x, open.memo, y, policy.posterior());
        }

        void expire(Open open) {
            tuner.expired(open.x, open.memo, policy.posterior());
        }

        /** A reward that the policy accepts, better where the first feature is larger. */
        double luck(Open open) {
            RoundRandom rng = new RoundRandom(seed + 1, t);
            if (policy.rewards().equals(RewardRange.REALS)) {
                return open.x[0] + 0.3 * rng.nextGaussian();
            }
            return rng.nextDouble() < Exponentials.logistic(3 * open.x[0]) ? 1 : 0;
        }
    }

    /** A pending decision. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Open(double[] x, double[] memo) {}

    private static ActionSet arms(long t, int d, int K) {
        double[][] rows = new double[K][d];
        RoundRandom rng = new RoundRandom(77, t);
        for (double[] row : rows) {
            RoundRandom.gaussians(rng, row);
        }
        return ActionSet.ofRows(rows);
    }

    private Bench bench(String policy, int d) {
        return new Bench(PathPolicies.make(policy, d), tuner(d), 3);
    }

    /**
     * The exploration rate of a choice makes the policy choose that arm. With rewards at once there is nothing pending, and the bonuses
     * of the tuner are those of the policy.
     */
    @ParameterizedTest
    @MethodSource("policies")
    public void theExplorationRateChoosesTheArm(String policy) {
        Bench bench = bench(policy, 4);
        for (int t = 1; t <= 150; t++) {
            Open open = bench.choose(arms(t, 4, 1 + t % 9));
            if (bench.scaleKnown) {
                double[] m = bench.round.mean();
                double[] w = bench.round.bonus();
                double alpha = bench.choice.explore();
                int k = bench.choice.arm();
                double most = Double.NEGATIVE_INFINITY;
                double size = 0;
                for (int j = 0; j < bench.round.arms(); j++) {
                    most = Math.max(most, m[j] + alpha * w[j]);
                    size = Math.max(size, Math.abs(m[j]) + alpha * Math.abs(w[j]));
                }
                assertThat(m[k] + alpha * w[k]).as("round %d", t).isGreaterThanOrEqualTo(most - 1e-12 * size);
            }
            bench.reward(open, bench.luck(open));
        }
    }

    /** Two tuners with the same history make the same choices and write the same memos. */
    @ParameterizedTest
    @MethodSource("policies")
    public void theSameInputsGiveTheSameChoices(String policy) {
        Bench one = bench(policy, 3);
        Bench two = bench(policy, 3);
        for (int t = 1; t <= 120; t++) {
            Open a = one.choose(arms(t, 3, 5));
            Open b = two.choose(arms(t, 3, 5));
            assertThat(one.choice).isEqualTo(two.choice);
            assertThat(a.memo).containsExactly(b.memo);
            one.reward(a, one.luck(a));
            two.reward(b, two.luck(b));
        }
    }

    /** A tuner restored while rewards are on their way continues as the original. */
    @ParameterizedTest
    @MethodSource("policies")
    public void savedWithDecisionsUnderWayItGoesOnAsIfNothingHadHappened(String policy) {
        Bench one = bench(policy, 3);
        Deque<Open> open = new ArrayDeque<>();
        for (int t = 1; t <= 80; t++) {
            open.add(one.choose(arms(t, 3, 5)));
            if (open.size() > 7) {
                Open oldest = open.remove();
                one.reward(oldest, one.luck(oldest));
            }
        }
        Bench two = bench(policy, 3);
        two.t = one.t;
        Checkpoint.read(Checkpoint.write(one.policy), two.policy);
        Checkpoint.read(Checkpoint.write(one.tuner), two.tuner);
        Deque<Open> same = new ArrayDeque<>(open);
        for (int t = 81; t <= 180; t++) {
            open.add(one.choose(arms(t, 3, 5)));
            same.add(two.choose(arms(t, 3, 5)));
            assertThat(two.choice).as("round %d", t).isEqualTo(one.choice);
            assertThat(two.tuner.propensity(0)).isEqualTo(Double.valueOf(one.tuner.propensity(0))); // NaN equals NaN
            Open a = open.remove();
            one.reward(a, one.luck(a));
            Open b = same.remove();
            two.reward(b, two.luck(b));
        }
        assertThat(Checkpoint.write(two.tuner)).isEqualTo(Checkpoint.write(one.tuner));
    }

    /** A single arm is chosen with probability one. */
    @ParameterizedTest
    @MethodSource("policies")
    public void oneArmIsChosenWithCertainty(String policy) {
        Bench bench = bench(policy, 2);
        for (int t = 1; t <= 60; t++) {
            Open open = bench.choose(arms(t, 2, 1));
            assertThat(bench.choice.arm()).isZero();
            if (!bench.round.drawn()) {
                assertThat(bench.tuner.propensity(0)).isCloseTo(1, within(1e-12));
            }
            bench.reward(open, bench.luck(open));
        }
    }

    /** Arms with one feature are supported. */
    @ParameterizedTest
    @MethodSource("policies")
    public void oneFeatureIsEnough(String policy) {
        Bench bench = bench(policy, 1);
        for (int t = 1; t <= 100; t++) {
            Open open = bench.choose(arms(t, 1, 4));
            bench.reward(open, bench.luck(open));
        }
    }

    /** Rewards of zero, which leave the scale of rewards unknown, are supported: choices are uniform then. */
    @ParameterizedTest
    @MethodSource("policies")
    public void rewardsThatAreAllZeroAreBorne(String policy) {
        Bench bench = bench(policy, 3);
        int[] pulls = new int[4];
        for (int t = 1; t <= 200; t++) {
            Open open = bench.choose(arms(1, 3, 4));
            pulls[bench.choice.arm()]++;
            bench.reward(open, 0);
        }
        if (!bench.scaleKnown) { // uniform: each arm 50 times, standard deviation 6.1; 20 is 4.9 of them away
            assertThat(Arrays.stream(pulls).min().getAsInt()).isGreaterThan(20);
        }
    }

    /** Rewards without any noise are supported. */
    @ParameterizedTest
    @MethodSource("policies")
    public void rewardsThatAreAllAlikeAreBorne(String policy) {
        Bench bench = bench(policy, 3);
        for (int t = 1; t <= 200; t++) {
            Open open = bench.choose(arms(t, 3, 4));
            bench.reward(open, 1);
        }
    }

    /** Rewards that come late, shuffled, twice, never, or after their expiry, are supported. */
    @ParameterizedTest
    @MethodSource("policies")
    public void rewardsMayComeLateShuffledTwiceOrNever(String policy) {
        Bench bench = bench(policy, 3);
        List<Open> open = new ArrayList<>();
        RoundRandom rng = new RoundRandom(8, 0);
        for (int t = 1; t <= 400; t++) {
            open.add(bench.choose(arms(t, 3, 6)));
            while (open.size() > 20 || (!open.isEmpty() && rng.nextDouble() < 0.45)) {
                Open any = open.remove(rng.nextInt(open.size()));
                double kind = rng.nextDouble();
                if (kind < 0.2) {
                    bench.expire(any);
                } else if (kind < 0.9) {
                    bench.reward(any, bench.luck(any));
                }
                if (kind > 0.8) { // twice, or once after expiry was said
                    bench.reward(any, bench.luck(any));
                }
            }
        }
        assertThat(Checkpoint.write(bench.tuner)).isNotEmpty();
    }

    /** Arms with equal features are supported. */
    @Test
    public void armsThatAreAllTheSameAreBorne() {
        for (String name : PathPolicies.names()) {
            Bench bench = bench(name, 2);
            ActionSet same = ActionSet.ofRows(new double[] {1, 2}, new double[] {1, 2}, new double[] {1, 2});
            for (int t = 1; t <= 60; t++) {
                Open open = bench.choose(same);
                bench.reward(open, t % 2);
            }
        }
    }

    /** Arms without any non-zero feature are supported. */
    @Test
    public void armsOfZerosAreBorne() {
        for (String name : PathPolicies.names()) {
            Bench bench = bench(name, 2);
            for (int t = 1; t <= 60; t++) {
                Open open = bench.choose(ActionSet.ofRows(new double[2], new double[2]));
                bench.reward(open, t % 2);
            }
        }
    }
}
