package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.PathTuner.PathChoice;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import java.util.ArrayDeque;
import java.util.Deque;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Blocks against their definition, one model whose features are zero outside the block of the arm; and widths of other matrices. */
class ValueOfInformationSpacesTest {
    private static final int P = 3;
    private static final int K = 4;
    private static final double LAMBDA = 0.5;
    private static final Offset<Double> CLOSE = within(1e-8);

    private final LinUcb policy = LinUcb.disjoint(1 + P, LAMBDA);
    private final LinUcb dense = new LinUcb(K * P, LAMBDA);
    private final ValueOfInformation tuner = ValueOfInformation.of(policy.posterior());
    private final ValueOfInformation denseTuner = ValueOfInformation.of(dense.posterior());
    private final ScoredRound round = new ScoredRound();
    private final ScoredRound denseRound = new ScoredRound();

    /** An arm of each block, and a second one of block 1. */
    private static double[][] offer(long t) {
        double[][] rows = new double[K + 1][1 + P];
        RoundRandom rng = new RoundRandom(5, t);
        for (int k = 0; k <= K; k++) {
            RoundRandom.gaussians(rng, rows[k]);
            rows[k][0] = k < K ? k : 1;
        }
        return rows;
    }

    private static double[] oneHot(double[] x) {
        double[] wide = new double[K * P];
        System.arraycopy(x, 1, wide, P * (int) x[0], P);
        return wide;
    }

    private static ActionSet wide(double[][] rows) {
        double[][] wide = new double[rows.length][];
        for (int k = 0; k < rows.length; k++) {
            wide[k] = oneHot(rows[k]);
        }
        return ActionSet.ofRows(wide);
    }

    /** Lets both choose in round t, asserts that they agree in everything, and returns the features of the chosen arm. */
    private double[] chooseAlike(long t) {
        double[][] rows = offer(t);
        ActionSet arms = ActionSet.ofRows(rows);
        policy.score(arms, new RoundRandom(6, t), round);
        dense.score(wide(rows), new RoundRandom(6, t), denseRound);
        PathChoice choice = tuner.choose(arms, round, policy.posterior(), new RoundRandom(7, t));
        Posterior beliefs = new SameDraws(
                dense.posterior(),
                policy.posterior(),
                (rng, out) -> policy.posterior().draws(arms, rng, new double[P], out));
        PathChoice same = denseTuner.choose(wide(rows), denseRound, beliefs, new RoundRandom(7, t));
        assertThat(choice.arm()).as("round %d", t).isEqualTo(same.arm());
        assertThat(choice.explore()).isCloseTo(same.explore(), within(1e-8 * (1 + same.explore())));
        for (int k = 0; k < rows.length; k++) {
            assertThat(tuner.propensity(k)).as("round %d, arm %d", t, k).isCloseTo(denseTuner.propensity(k), CLOSE);
            assertThat(tuner.bonuses(round)[k]).isCloseTo(denseTuner.bonuses(denseRound)[k], CLOSE);
            double value = tuner.value(rows[k], policy.posterior());
            assertThat(value).isCloseTo(denseTuner.value(oneHot(rows[k]), dense.posterior()), CLOSE);
        }
        return rows[choice.arm()];
    }

    private double[] decide(double[] x) {
        double[] memo = tuner.decided(x, policy.posterior());
        assertThat(memo).isEqualTo(denseTuner.decided(oneHot(x), dense.posterior()));
        return memo;
    }

    private void reward(double[] x, double[] memo, double y) {
        policy.update(x, y, policy.space().preset());
        dense.update(oneHot(x), y, dense.space().preset());
        tuner.rewarded(x, memo, y, policy.posterior());
        denseTuner.rewarded(oneHot(x), memo, y, dense.posterior());
    }

    private void expire(double[] x, double[] memo) {
        tuner.expired(x, memo, policy.posterior());
        denseTuner.expired(oneHot(x), memo, dense.posterior());
    }

    @Test
    void blocksChooseAsOneModelDoesWithRewardsThatComeLateOrNever() {
        Deque<double[][]> open = new ArrayDeque<>();
        for (int t = 1; t <= 400; t++) {
            double[] x = chooseAlike(t);
            open.add(new double[][] {x, decide(x)});
            RoundRandom rng = new RoundRandom(8, t);
            while (open.size() > 6) {
                double[][] oldest = open.remove();
                if (rng.nextDouble() < 0.2) {
                    expire(oldest[0], oldest[1]);
                } else {
                    reward(oldest[0], oldest[1], oldest[0][1] + 0.5 * rng.nextGaussian());
                }
            }
        }
    }

    /** Without rewards n stands still, and each round fades by 5 %: the factor of M passes its limit of 1e-100. */
    @Test
    void blocksChooseAsOneModelDoesWhenTheFactorOfTheLossesIsRenewed() {
        for (int t = 1; t <= 5000; t++) {
            double[] x = chooseAlike(t);
            if (t < 20) {
                reward(x, decide(x), x[1] + 0.5 * new RoundRandom(8, t).nextGaussian());
            } else {
                expire(x, decide(x));
            }
        }
        double[] x = offer(5001)[0];
        reward(x, decide(x), x[1]); // N grows
        chooseAlike(5001);
        for (double[] row : offer(5001)) {
            assertThat(tuner.value(row, policy.posterior())).isBetween(1e-6, 1e3); // M is not off by that factor
        }
    }

    /** By hand-made scores: the second arm wins in one world although it is the same as the first. */
    @Test
    void armsThatDoNotDifferAreNoLoss() {
        double[] x = {2, 1, 2, 3};
        ActionSet arms = ActionSet.ofRows(x, x);
        policy.update(x, 1, policy.space().preset());
        policy.score(arms, new RoundRandom(1, 1), round);
        round.bonus()[0] = 0;
        round.bonus()[1] = 1;
        round.bonusesAreDrawn();
        tuner.choose(arms, round, policy.posterior(), new RoundRandom(1, 1));
        assertThat(tuner.value(x, policy.posterior())).isZero();
        ActionSet others = ActionSet.ofRows(x, offer(1)[0]);
        policy.update(x, 0.5, policy.space().preset()); // N grows
        policy.score(others, new RoundRandom(1, 2), round);
        tuner.choose(others, round, policy.posterior(), new RoundRandom(1, 2));
        assertThat(tuner.value(x, policy.posterior())).isPositive();
    }

    /** Three times the widths of B must become three times those of Bp; an arm of zeros, with any width, keeps it. */
    private static void assertOwnWidthsKeepTheirScale(ExplorationPath policy, int first) {
        ValueOfInformation tuner = ValueOfInformation.of(policy.posterior());
        int d = first + P;
        double[][] rows = {new double[d], new double[d], new double[d]};
        for (int i = first; i < d; i++) {
            rows[0][i] = 1 + i;
            rows[1][i] = 2 - i;
        }
        ActionSet arms = ActionSet.ofRows(rows);
        policy.update(rows[1], 1, policy.space().preset());
        tuner.decided(rows[0], policy.posterior());
        ScoredRound round = new ScoredRound();
        for (boolean own : new boolean[] {false, true}) {
            policy.score(arms, new RoundRandom(1, 1), round);
            double[] plain = round.bonus().clone();
            if (own) {
                round.bonusesAreOwnWidths();
                for (int k = 0; k < 3; k++) {
                    round.bonus()[k] *= 3;
                }
                round.bonus()[2] = 5;
            }
            tuner.choose(arms, round, policy.posterior(), new RoundRandom(1, 1));
            double[] bonuses = tuner.bonuses(round);
            double shrunk = plain[0] / Math.sqrt(1 + plain[0] * plain[0]); // x'Bp x = v/(1 + v), v = x'B x
            assertThat(bonuses[0]).isCloseTo((own ? 3 : 1) * shrunk, CLOSE);
            assertThat(bonuses[1]).isLessThan((own ? 3 : 1) * plain[1]);
            assertThat(bonuses[2]).isEqualTo(own ? 5 : 0);
        }
    }

    @Test
    void widthsOfAnotherMatrixKeepTheirScaleWhileDecisionsArePending() {
        assertOwnWidthsKeepTheirScale(new LinUcb(P), 0);
        assertOwnWidthsKeepTheirScale(LinUcb.disjoint(1 + P), 1);
    }

    private static void assertCountsWhatIsPending(ExplorationPath policy, int first) {
        ValueOfInformation tuner = ValueOfInformation.of(policy.posterior());
        ScoredRound round = new ScoredRound();
        double[] x = new double[first + P];
        x[first] = 1;
        double[] z = new double[first + P];
        z[0] = 1; // block 1, if there are blocks
        z[first + 1] = 2;
        ActionSet arms = ActionSet.ofRows(x, z);
        policy.update(x, 1, policy.space().preset());
        double[] rewarded = tuner.decided(x, policy.posterior());
        double[] expired = tuner.decided(z, policy.posterior());
        for (int settled = 0; settled <= 2; settled++) {
            if (settled == 1) {
                tuner.expired(z, expired, policy.posterior());
            } else if (settled == 2) {
                policy.update(x, 1, policy.space().preset());
                tuner.rewarded(x, rewarded, 1, policy.posterior());
                tuner.rewarded(x, rewarded, 1, policy.posterior()); // once too often: nothing is pending now
            }
            policy.score(arms, new RoundRandom(1, 1), round);
            round.bonusesAreOwnWidths();
            tuner.choose(arms, round, policy.posterior(), new RoundRandom(1, 1));
            assertThat(tuner.bonuses(round) == round.bonus()).isEqualTo(settled == 2);
        }
    }

    @Test
    void withNothingPendingTheBonusesAreThoseOfThePolicy() {
        assertCountsWhatIsPending(new LinUcb(P), 0);
        assertCountsWhatIsPending(LinUcb.disjoint(1 + P), 1);
    }
}
