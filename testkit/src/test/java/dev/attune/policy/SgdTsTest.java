package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import dev.attune.model.Link;
import dev.attune.state.StateFormatException;
import dev.attune.testkit.ExplorationPathContract;
import dev.attune.testkit.Worlds;
import org.assertj.core.api.Assertions;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SgdTsTest extends ExplorationPathContract {
    private static final Offset<Double> TINY = within(1e-13);

    @Override
    public SgdTs create(int dimension) {
        return new SgdTs(Link.LOGISTIC, dimension, 30, 10, 5);
    }

    @Override
    public SgdTs createVariant(int dimension) {
        return new SgdTs(Link.LOGISTIC, dimension, 30, 3, 5);
    }

    @Override
    protected boolean optimistic() {
        return false;
    }

    /**
     * Ding, Hsieh and Sharpnack 2021, Algorithm 1, with the identity link (so that a pencil is enough), batches of two,
     * ridge 10 in the warm-up.
     */
    @Test
    void batchesWorkedOutByHand() {
        long seed = 3;
        SgdTs policy = new SgdTs(Link.IDENTITY, 2, 2, 10, seed);
        Setting one = SgdTs.SPACE.setting(1, 1);
        double[] e1 = {1, 0};
        double[] e2 = {0, 1};
        double[] both = {1, 1};
        ActionSet arms = ActionSet.ofRows(e1, e2, both);

        // Warm-up, two rewards: the arm with the largest of K uniforms, whatever the features.
        assertThat(policy.select(arms, one, Worlds.giving(0.3, 0.9, 0.1))).isEqualTo(1);
        policy.update(e1, 2.2, one);
        assertThat(policy.select(arms, one, Worlds.giving(0.3, 0.2, 0.7))).isEqualTo(2);
        policy.update(e2, 1.1, one);
        // V = diag(11, 11), b = (2.2, 1.1): theta0 = (0.2, 0.1) = theta~_1 = thetaBar_1.
        assertBatch(policy, arms, seed, 1, 0.2, 0.1);

        // Batch 1, gradient (x'theta~ - y) x at theta~ = (0.2, 0.1):
        //   e1, y = 1.2: (0.2 - 1.2) e1 = (-1, 0);  both, y = -0.7: (0.3 + 0.7) (1, 1) = (1, 1).  Sum (0, 1).
        // theta~_2 = (0.2, 0.1) - 1/2 (0, 1) = (0.2, -0.4);  thetaBar_2 = ((0.2, 0.1) + (0.2, -0.4))/2 = (0.2, -0.15).
        policy.update(e1, 1.2, one);
        assertBatch(policy, arms, seed, 1, 0.2, 0.1); // in the middle of a batch nothing moves, nothing is redrawn
        policy.update(both, -0.7, one);
        assertBatch(policy, arms, seed, 2, 0.2, -0.15);

        // Batch 2, at theta~ = (0.2, -0.4):
        //   e1, y = -8.8: (0.2 + 8.8) e1 = (9, 0);  e2, y = 12.1: (-0.4 - 12.1) e2 = (0, -12.5).
        // The step in force at the end, 3: theta~ = (0.2, -0.4) - 3/3 (9, -12.5) = (-8.8, 12.1).
        // From theta0 that is (-9, 12), length 15: projected to theta0 + 2/15 (-9, 12) = (-1, 1.7).
        // thetaBar_3 = (2 (0.2, -0.15) + (-1, 1.7))/3 = (-0.2, 1.4/3).
        policy.update(e1, -8.8, one);
        policy.update(e2, 12.1, SgdTs.SPACE.setting(1, 3));
        assertBatch(policy, arms, seed, 3, -0.2, 1.4 / 3);
    }

    /** The index is x'(thetaBar_j + explore sqrt(2/j) z_j), z_j keyed by (seed, j), the same in every round. */
    private static void assertBatch(SgdTs policy, ActionSet arms, long seed, int j, double bar1, double bar2) {
        assertThat(policy.model().mean()).containsExactly(new double[] {bar1, bar2}, TINY);
        double[] z = new double[2];
        RoundRandom.gaussians(new RoundRandom(seed, j), z);
        double[] mean = {bar1, bar2, bar1 + bar2};
        double[] draw = {Math.sqrt(2.0 / j) * z[0], Math.sqrt(2.0 / j) * z[1], Math.sqrt(2.0 / j) * (z[0] + z[1])};
        for (double explore : new double[] {0, 0.5, 4}) {
            int best = 0;
            for (int k = 1; k < 3; k++) {
                best = mean[k] + explore * draw[k] > mean[best] + explore * draw[best] ? k : best;
            }
            assertThat(policy.select(arms, SgdTs.SPACE.setting(explore, 1), Worlds.none()))
                    .isEqualTo(best);
            ScoredRound round = Worlds.scored(policy, arms, Worlds.none());
            for (int k = 0; k < 3; k++) {
                assertThat(round.mean()[k]).isCloseTo(mean[k], TINY);
                assertThat(round.bonus()[k]).isCloseTo(draw[k], TINY);
            }
        }
    }

    /**
     * Logistic, d = 1, batches of two, ridge 10. Two rewards 1 at x = 1: 2 (1 - s(theta0)) = 10 theta0, theta0 =
     * 0.095241520428. Batch 1, rewards 0 and 1 at x = 1: gradient 2 s(theta0) - 1 = 0.047584795720; theta~_2 = theta0 -
     * 0.047584795720/2 = 0.071449122568; thetaBar_2 = 0.083345321498.
     */
    @Test
    void logisticStepWorkedOutByHand() {
        SgdTs policy = new SgdTs(Link.LOGISTIC, 1, 2, 10, 0);
        Setting one = SgdTs.SPACE.setting(1, 1);
        policy.update(new double[] {1}, 1, one);
        policy.update(new double[] {1}, 1, one);
        assertThat(2 * (1 - LogisticByHand.s(0.095241520428))).isCloseTo(0.95241520428, within(1e-11));
        assertThat(policy.model().mean()[0]).isCloseTo(0.095241520428, within(1e-6));
        policy.update(new double[] {1}, 0, one);
        policy.update(new double[] {1}, 1, one);
        assertThat(policy.model().mean()[0]).isCloseTo(0.083345321498, within(1e-6));
    }

    @Test
    void batchLengthIsSixTimesTheLargerOfDimensionAndLogHorizon() {
        assertThat(SgdTs.batchLength(25, 14_000)).isEqualTo(150);
        assertThat(SgdTs.batchLength(5, 14_000)).isEqualTo(60); // ln 14000 = 9.55
        assertThat(new SgdTs(25).holdRounds()).isEqualTo(150);
        assertThat(new SgdTs(25).warmupRounds()).isEqualTo(150);
        assertThat(new SgdTs(3).holdRounds()).isEqualTo(60);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SgdTs(Link.LOGISTIC, 2, 0, 10, 0))
                .withMessageContaining("batch = 0");
    }

    @Test
    void drawsOfDifferentBatchesAndSeedsDiffer() {
        ActionSet arm = ActionSet.ofRows(new double[] {1});
        double[] draws = new double[4];
        for (int i = 0; i < 4; i++) {
            SgdTs policy = new SgdTs(Link.LOGISTIC, 1, 1, 10, i % 2);
            for (int n = 0; n <= i / 2; n++) {
                policy.update(new double[] {0}, 0, SgdTs.SPACE.preset());
            }
            draws[i] = Worlds.scored(policy, arm, Worlds.none()).bonus()[0];
        }
        assertThat(draws).doesNotHaveDuplicates();
    }

    @Test
    void stateOfOtherBatchesIsRejected() {
        byte[] saved = Worlds.state(new SgdTs(Link.LOGISTIC, 2, 30, 10, 5));
        SgdTs longer = new SgdTs(Link.LOGISTIC, 2, 31, 10, 5);
        SgdTs otherSeed = new SgdTs(Link.LOGISTIC, 2, 30, 10, 6);
        for (SgdTs other : new SgdTs[] {longer, otherSeed}) {
            Assertions.assertThatExceptionOfType(StateFormatException.class)
                    .isThrownBy(() -> Worlds.restore(saved, other))
                    .withMessageContaining("batches");
        }
    }
}
