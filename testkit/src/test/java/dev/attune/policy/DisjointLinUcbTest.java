package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.TheoryConstants;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.ExplorationPathContract;
import dev.attune.testkit.InOneBlock;
import dev.attune.testkit.Worlds;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DisjointLinUcbTest extends ExplorationPathContract {
    private static final Offset<Double> TINY = within(1e-14);

    @Override
    public ExplorationPath create(int dimension) {
        return new InOneBlock(LinUcb.disjoint(1 + Require.positive("dimension", dimension)), 3);
    }

    @Override
    public ExplorationPath createVariant(int dimension) {
        return new InOneBlock(LinUcb.disjoint(1 + Require.positive("dimension", dimension), 0.3), 3);
    }

    @Override
    protected double orderTolerance() {
        return 1e-9;
    }

    @Override
    protected boolean optimistic() {
        return true;
    }

    /** Li et al. 2010, Algorithm 1, with alpha = explore: three arms, each with A_a = I and b_a = 0 when it is new. */
    @Test
    void roundsWorkedOutByHand() {
        LinUcb policy = LinUcb.disjoint(3);
        Setting one = LinUcb.SPACE.setting(1);

        // Round 1, x = (1, 1): all arms are new, 0 + sqrt(2) each: the first one.
        assertThat(policy.select(oneEach(2, 1, 1), one, Worlds.none())).isZero();
        policy.update(new double[] {0, 1, 1}, 1, one);

        // Round 2, x = (1, 0): A_0 = [2 1; 1 2], A_0^-1 = 1/3 [2 -1; -1 2], b_0 = (1, 1), theta_0 = (1/3, 1/3).
        //   arm 0: 1/3 + sqrt(2/3) = 1.150   <- largest
        //   arm 1: 0   + 1         = 1
        assertThat(policy.select(oneEach(2, 1, 0), one, Worlds.none())).isZero();
        assertScores(policy, oneEach(2, 1, 0), new double[] {1.0 / 3, 0}, new double[] {Math.sqrt(2.0 / 3), 1});
        policy.update(new double[] {0, 1, 0}, 0, one);

        // Round 3, x = (1, 0), with a new arm 7: A_0 = [3 1; 1 2], A_0^-1 = 1/5 [2 -1; -1 3], theta_0 = 1/5 (1, 2).
        //   arm 0: 1/5 + sqrt(2/5) = 0.832;  arm 1: 1;  arm 7: 1. The first of equals is arm 1.
        ActionSet arms = ActionSet.ofRows(new double[] {0, 1, 0}, new double[] {1, 1, 0}, new double[] {7, 1, 0});
        assertThat(policy.select(arms, one, Worlds.none())).isEqualTo(1);
        assertScores(policy, arms, new double[] {0.2, 0, 0}, new double[] {Math.sqrt(0.4), 1, 1});
        policy.update(new double[] {1, 1, 0}, -1, one);

        // Round 4, the same arms: A_1 = diag(2, 1), theta_1 = (-1/2, 0).
        //   arm 1: -1/2 + sqrt(1/2) = 0.207; arm 7: 1 is the largest.
        assertThat(policy.select(arms, one, Worlds.none())).isEqualTo(2);
        assertScores(policy, arms, new double[] {0.2, -0.5, 0}, new double[] {Math.sqrt(0.4), Math.sqrt(0.5), 1});
    }

    private static void assertScores(LinUcb policy, ActionSet arms, double[] mean, double[] bonus) {
        ScoredRound round = Worlds.scored(policy, arms, Worlds.none());
        for (int k = 0; k < mean.length; k++) {
            assertThat(round.mean()[k]).as("mean of arm %d", k).isCloseTo(mean[k], TINY);
            assertThat(round.bonus()[k]).as("width of arm %d", k).isCloseTo(bonus[k], TINY);
        }
    }

    @Test
    void aClearedBlockIsThatOfANewArmAndTheOthersKeepWhatTheyKnow() {
        LinUcb policy = LinUcb.disjoint(3);
        LinUcb without = LinUcb.disjoint(3);
        for (int t = 1; t <= 60; t++) {
            double[] f = features(t, 2);
            double[] x = {t % 3, f[0], f[1]};
            policy.update(x, f[0], LinUcb.SPACE.preset());
            if (t % 3 != 1) {
                without.update(x, f[0], LinUcb.SPACE.preset());
            }
        }
        policy.clear(1);
        policy.clear(2000); // never rewarded
        ScoredRound cleared = new ScoredRound();
        ScoredRound expected = new ScoredRound();
        policy.score(oneEach(3, 0.5, 0.25), Worlds.none(), cleared);
        without.score(oneEach(3, 0.5, 0.25), Worlds.none(), expected);
        for (int k = 0; k < 3; k++) {
            assertThat(cleared.mean()[k]).isEqualTo(expected.mean()[k]);
            assertThat(cleared.bonus()[k]).isEqualTo(expected.bonus()[k]);
        }
        assertThat(policy.posterior().noise()).isEqualTo(without.posterior().noise());
        assertThat(policy.posterior().count()).isEqualTo(40);
    }

    @Test
    void aFirstFeatureThatIsNoBlockIsRejected() {
        LinUcb policy = LinUcb.disjoint(2);
        Setting setting = LinUcb.SPACE.preset();
        for (double bad : new double[] {-1, 0.5, 10_000, 1e99}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> policy.update(new double[] {bad, 1}, 1, setting))
                    .withMessageContainingAll("feature 0 = " + bad, "block");
            ActionSet arms = ActionSet.ofRows(new double[] {0, 1}, new double[] {bad, 1});
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> policy.select(arms, setting, Worlds.none()))
                    .withMessageContainingAll("arm 1", "feature 0 = " + bad, "block");
        }
        assertThat(policy.posterior().count()).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> policy.clear(-1)).withMessageContaining("block = -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinUcb.disjoint(1))
                .withMessageContaining("dimension = 1");
    }

    /** 1 + sqrt(ln(2/0.05)/2) = 1 + sqrt(3.6889/2). */
    @Test
    void theorysRateIsThatOfThePaper() {
        Setting setting = LinUcb.disjoint(4)
                .theory(TheoryConstants.ofPaper(1000))
                .orElseThrow()
                .at(17);
        assertThat(setting.get(0)).isCloseTo(2.3581, within(1e-4));
    }

    /** Arms in as many blocks as there are, one each: the same features for all. */
    private static ActionSet oneEach(int blocks, double... features) {
        double[][] rows = new double[blocks][1 + features.length];
        for (int a = 0; a < blocks; a++) {
            rows[a][0] = a;
            System.arraycopy(features, 0, rows[a], 1, features.length);
        }
        return ActionSet.ofRows(rows);
    }

    /** Features of round t, between -1 and 1. */
    private static double[] features(long t, int p) {
        RoundRandom rng = new RoundRandom(99, t);
        double[] f = new double[p];
        for (int i = 0; i < p; i++) {
            f[i] = 2 * rng.nextDouble() - 1;
        }
        return f;
    }
}
