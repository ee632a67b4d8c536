package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Options;
import dev.attune.api.PathTuner.PathChoice;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import dev.attune.tuner.ValueOfInformation.Constants;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wide models, which have no Q, against their definitions: the form with a Q, and one model in place of blocks. */
class ValueOfInformationWideTest {
    private static final Offset<Double> CLOSE = within(1e-8);

    /** Two policies that know the same, each with its tuner; the features of the one are a function of those of the other. */
    private abstract static class Pair {
        private final ExplorationPath one;
        private final ExplorationPath other;
        private final ValueOfInformation tuner;
        private final ValueOfInformation otherTuner;
        private final ScoredRound round = new ScoredRound();
        private final ScoredRound otherRound = new ScoredRound();

        Pair(ExplorationPath one, ExplorationPath other, Constants constants) {
            this.one = one;
            this.other = other;
            tuner = ValueOfInformation.of(one.posterior(), constants);
            otherTuner = ValueOfInformation.of(other.posterior(), constants);
        }

        abstract double[] translate(double[] x);

        private ActionSet translate(double[][] rows) {
            return ActionSet.ofRows(Arrays.stream(rows).map(this::translate).toArray(double[][]::new));
        }

        double[] chooseAlike(long t, double[][] rows) {
            ActionSet arms = ActionSet.ofRows(rows);
            ActionSet otherArms = translate(rows);
            one.score(arms, new RoundRandom(6, t), round);
            other.score(otherArms, new RoundRandom(6, t), otherRound);
            PathChoice choice = tuner.choose(arms, round, one.posterior(), new RoundRandom(7, t));
            Posterior beliefs = new SameDraws(other.posterior(), one.posterior(), (rng, out) -> draws(arms, rng, out));
            PathChoice same = otherTuner.choose(otherArms, otherRound, beliefs, new RoundRandom(7, t));
            assertThat(choice.arm()).as("round %d", t).isEqualTo(same.arm());
            assertThat(choice.explore()).isCloseTo(same.explore(), within(1e-8 * (1 + same.explore())));
            for (int k = 0; k < rows.length; k++) {
                assertThat(tuner.propensity(k)).as("round %d, arm %d", t, k).isCloseTo(otherTuner.propensity(k), CLOSE);
                assertThat(tuner.bonuses(round)[k]).isCloseTo(otherTuner.bonuses(otherRound)[k], CLOSE);
                assertThat(tuner.value(rows[k], one.posterior()))
                        .as("round %d, arm %d", t, k)
                        .isCloseTo(otherTuner.value(translate(rows[k]), other.posterior()), CLOSE);
            }
            return rows[choice.arm()];
        }

        /** Draws as the first tuner does: for distinct blocks from the bonuses. */
        private void draws(ActionSet arms, RandomGenerator rng, double[] out) {
            Posterior posterior = one.posterior();
            if (posterior.perArm() && Blocks.distinct(arms)) {
                Blocks.draws(arms, round.bonus(), rng, out);
            } else {
                posterior.draws(arms, rng, new double[posterior.blockDimension()], out);
            }
        }

        double[] decide(double[] x) {
            double[] memo = tuner.decided(x, one.posterior());
            assertThat(memo).isEqualTo(otherTuner.decided(translate(x), other.posterior()));
            return memo;
        }

        void reward(double[] x, double[] memo, double y) {
            one.update(x, y, one.space().preset());
            other.update(translate(x), y, other.space().preset());
            tuner.rewarded(x, memo, y, one.posterior());
            otherTuner.rewarded(translate(x), memo, y, other.posterior());
        }

        void expire(double[] x, double[] memo) {
            tuner.expired(x, memo, one.posterior());
            otherTuner.expired(translate(x), memo, other.posterior());
        }
    }

    private static final int NARROW = 3;
    private static final int D = 70;

    /**
     * Features of zero teach nothing. The losses seen are all of Q if mix = 0.
     */
    @Test
    void featuresOfZeroDoNotChangeWhatArmsAreWorth() {
        Pair pair = new Pair(new LinUcb(NARROW, 0.5), new LinUcb(D, 0.5), new Constants(2, 0, 1.6)) {
            @Override
            double[] translate(double[] x) {
                return Arrays.copyOf(x, D);
            }
        };
        Deque<double[][]> open = new ArrayDeque<>();
        for (int t = 1; t <= 90; t++) {
            double[][] rows = new double[NARROW][NARROW];
            RoundRandom rng = new RoundRandom(5, t);
            for (double[] row : rows) {
                RoundRandom.gaussians(rng, row);
            }
            double[] x = pair.chooseAlike(t, rows);
            open.add(new double[][] {x, pair.decide(x)});
            settle(pair, open, t < 40 ? 0 : 5, 0, 0, rng);
        }
    }

    private static void settle(Pair pair, Deque<double[][]> open, int left, int first, double lost, RoundRandom rng) {
        while (open.size() > left) {
            double[][] oldest = open.remove();
            if (rng.nextDouble() < lost) {
                pair.expire(oldest[0], oldest[1]);
            } else {
                pair.reward(oldest[0], oldest[1], oldest[0][first] + 0.5 * rng.nextGaussian());
            }
        }
    }

    private static final int P = 20;
    private static final int K = 4;

    /** An arm of each block; in every third round a second one of block 1. */
    private static double[][] offer(long t) {
        int arms = t % 3 == 0 ? K + 1 : K;
        double[][] rows = new double[arms][1 + P];
        RoundRandom rng = new RoundRandom(5, t);
        for (int k = 0; k < arms; k++) {
            RoundRandom.gaussians(rng, rows[k]);
            rows[k][0] = k < K ? k : 1;
        }
        return rows;
    }

    private static Pair blocksAndOneModel() {
        return new Pair(LinUcb.disjoint(1 + P, 0.5), new LinUcb(K * P, 0.5), Constants.STANDARD) {
            @Override
            double[] translate(double[] x) {
                double[] wide = new double[K * P];
                System.arraycopy(x, 1, wide, P * (int) x[0], P);
                return wide;
            }
        };
    }

    @Test
    void wideBlocksChooseAsOneModelDoesWithRewardsThatComeLateOrNever() {
        Pair pair = blocksAndOneModel();
        Deque<double[][]> open = new ArrayDeque<>();
        for (int t = 1; t <= 300; t++) {
            double[] x = pair.chooseAlike(t, offer(t));
            open.add(new double[][] {x, pair.decide(x)});
            settle(pair, open, t % 50 < 20 ? 0 : 6, 1, 0.2, new RoundRandom(8, t));
        }
    }

    /** Without rewards n stands still, and each round fades by 5 %: the factor of M passes its limit of 1e-100. */
    @Test
    void wideBlocksChooseAsOneModelDoesWhenTheFactorOfTheLossesIsRenewed() {
        Pair pair = blocksAndOneModel();
        for (int t = 1; t <= 5000; t++) {
            double[] x = pair.chooseAlike(t, offer(t));
            double[] memo = pair.decide(x);
            if (t < 20) {
                pair.reward(x, memo, x[1] + 0.5 * new RoundRandom(8, t).nextGaussian());
            } else {
                pair.expire(x, memo);
            }
        }
    }

    @Test
    void aWideBlockThatWasClearedIsWorthWhatANewOneIs() {
        LinUcb policy = LinUcb.disjoint(1 + P, 0.5);
        ValueOfInformation tuner = ValueOfInformation.of(policy.posterior());
        ScoredRound round = new ScoredRound();
        for (int t = 1; t <= 200; t++) {
            ActionSet arms = ActionSet.ofRows(offer(t));
            policy.score(arms, new RoundRandom(6, t), round);
            int arm = tuner.choose(arms, round, policy.posterior(), new RoundRandom(7, t))
                    .arm();
            double[] x = arms.features(arm);
            double[] memo = tuner.decided(x, policy.posterior());
            policy.update(
                    x,
                    x[1] + 0.5 * new RoundRandom(8, t).nextGaussian(),
                    policy.space().preset());
            tuner.rewarded(x, memo, 0, policy.posterior());
        }
        double[] cleared = offer(1)[2];
        double[] fresh = cleared.clone();
        fresh[0] = K;
        double before = tuner.value(cleared, policy.posterior());
        policy.clear(2);
        double after = tuner.value(cleared, policy.posterior());
        assertThat(after).isPositive().isNotCloseTo(before, within(0.01 * before));
        assertThat(tuner.value(fresh, policy.posterior())).isCloseTo(after, CLOSE);
    }

    private static SelfTuningBandit bandit(String policy) {
        ExplorationPath path = switch (policy) {
            case "LinUCB-disjoint" -> LinUcb.disjoint(1 + P);
            case "LinTS-disjoint" -> LinTs.disjoint(1 + P);
            default -> new LinUcb(D);
        };
        return SelfTuningBandit.of(path, ValueOfInformation.of(path.posterior()), Options.DEFAULT.withSeed(1));
    }

    private static ActionSet arms(String policy, long t) {
        if (policy.equals("LinUCB")) {
            double[][] rows = new double[K][D];
            for (int k = 0; k < K; k++) {
                RoundRandom.gaussians(new RoundRandom(t, k), rows[k]);
            }
            return ActionSet.ofRows(rows);
        }
        return ActionSet.ofRows(offer(t));
    }

    @ParameterizedTest
    @CsvSource({"LinUCB-disjoint", "LinTS-disjoint", "LinUCB"})
    void savedWithDecisionsUnderWayItGoesOnAsIfNothingHadHappened(String policy) {
        SelfTuningBandit one = bandit(policy);
        SelfTuningBandit two = bandit(policy);
        Deque<Pull> open = new ArrayDeque<>();
        for (int t = 1; t <= 200; t++) {
            Pull decision = one.decide(arms(policy, t));
            open.add(decision);
            if (t > 90) {
                Pull same = two.decide(arms(policy, t));
                assertThat(same.arm()).as("round %d", t).isEqualTo(decision.arm());
                assertThat(Double.valueOf(same.propensity())).isEqualTo(Double.valueOf(decision.propensity()));
            }
            if (open.size() > 7) {
                Pull oldest = open.remove();
                double y = oldest.x()[1] + 0.3 * new RoundRandom(9, oldest.t()).nextGaussian();
                one.reward(oldest, y);
                if (t > 90) {
                    two.reward(oldest, y);
                }
            }
            if (t == 90) {
                Checkpoint.read(Checkpoint.write(one), two);
            }
        }
        assertThat(Checkpoint.write(two)).isEqualTo(Checkpoint.write(one));
    }
}
