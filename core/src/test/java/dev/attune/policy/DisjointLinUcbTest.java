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
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DisjointLinUcbTest extends ExplorationPathContract {
    private static final Offset<Double> TINY = within(1e-14);

    @Override
    ExplorationPath create(int dimension, double lambda) {
        return new InOneBlock(new DisjointLinUcb(1 + Require.positive("dimension", dimension), lambda), 3);
    }

    @Override
    boolean optimistic() {
        return true;
    }

    /** Li et al. 2010, Algorithm 1, with alpha = explore: three arms, each with A_a = I and b_a = 0 when it is new. */
    @Test
    void roundsWorkedOutByHand() {
        DisjointLinUcb policy = new DisjointLinUcb(3);
        Setting one = DisjointLinUcb.SPACE.setting(1);

        // Round 1, x = (1, 1): all arms are new, 0 + sqrt(2) each: the first one.
        assertThat(policy.select(InOneBlock.oneEach(2, 1, 1), one, Worlds.none()))
                .isZero();
        policy.update(new double[] {0, 1, 1}, 1, one);

        // Round 2, x = (1, 0): A_0 = [2 1; 1 2], A_0^-1 = 1/3 [2 -1; -1 2], b_0 = (1, 1), theta_0 = (1/3, 1/3).
        //   arm 0: 1/3 + sqrt(2/3) = 1.150   <- largest
        //   arm 1: 0   + 1         = 1
        assertThat(policy.select(InOneBlock.oneEach(2, 1, 0), one, Worlds.none()))
                .isZero();
        assertScores(policy, new double[] {1.0 / 3, 0}, new double[] {Math.sqrt(2.0 / 3), 1});
        policy.update(new double[] {0, 1, 0}, 0, one);

        // Round 3, x = (1, 0), with a new arm 7: A_0 = [3 1; 1 2], A_0^-1 = 1/5 [2 -1; -1 3], theta_0 = 1/5 (1, 2).
        //   arm 0: 1/5 + sqrt(2/5) = 0.832;  arm 1: 1;  arm 7: 1. The first of equals is arm 1.
        ActionSet arms = ActionSet.ofRows(new double[] {0, 1, 0}, new double[] {1, 1, 0}, new double[] {7, 1, 0});
        assertThat(policy.select(arms, one, Worlds.none())).isEqualTo(1);
        assertScores(policy, new double[] {0.2, 0, 0}, new double[] {Math.sqrt(0.4), 1, 1});
        policy.update(new double[] {1, 1, 0}, -1, one);

        // Round 4, the same arms: A_1 = diag(2, 1), theta_1 = (-1/2, 0).
        //   arm 1: -1/2 + sqrt(1/2) = 0.207; arm 7: 1 is the largest.
        assertThat(policy.select(arms, one, Worlds.none())).isEqualTo(2);
        assertScores(policy, new double[] {0.2, -0.5, 0}, new double[] {Math.sqrt(0.4), Math.sqrt(0.5), 1});
    }

    private static void assertScores(DisjointLinUcb policy, double[] mean, double[] bonus) {
        for (int k = 0; k < mean.length; k++) {
            assertThat(policy.round().mean()[k]).as("mean of arm %d", k).isCloseTo(mean[k], TINY);
            assertThat(policy.round().bonus()[k]).as("width of arm %d", k).isCloseTo(bonus[k], TINY);
        }
    }

    @Test
    void aClearedBlockIsThatOfANewArmAndTheOthersKeepWhatTheyKnow() {
        DisjointLinUcb policy = new DisjointLinUcb(3);
        DisjointLinUcb without = new DisjointLinUcb(3);
        for (int t = 1; t <= 60; t++) {
            double[] f = InOneBlock.features(t, 2);
            double[] x = {t % 3, f[0], f[1]};
            policy.update(x, f[0], DisjointLinUcb.SPACE.preset());
            if (t % 3 != 1) {
                without.update(x, f[0], DisjointLinUcb.SPACE.preset());
            }
        }
        policy.clear(1);
        policy.clear(2000); // nobody was ever there
        ScoredRound cleared = new ScoredRound();
        ScoredRound expected = new ScoredRound();
        policy.score(InOneBlock.oneEach(3, 0.5, 0.25), Worlds.none(), cleared);
        without.score(InOneBlock.oneEach(3, 0.5, 0.25), Worlds.none(), expected);
        for (int k = 0; k < 3; k++) {
            assertThat(cleared.mean()[k]).isEqualTo(expected.mean()[k]);
            assertThat(cleared.bonus()[k]).isEqualTo(expected.bonus()[k]);
        }
        assertThat(policy.posterior().noise()).isEqualTo(without.posterior().noise());
        assertThat(policy.posterior().count()).isEqualTo(40);
    }

    @Test
    void aFirstFeatureThatIsNoBlockIsRefused() {
        DisjointLinUcb policy = new DisjointLinUcb(2);
        Setting setting = DisjointLinUcb.SPACE.preset();
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
                .isThrownBy(() -> new DisjointLinUcb(1))
                .withMessageContaining("dimension = 1");
    }

    /** 1 + sqrt(ln(2/0.05)/2) = 1 + sqrt(3.6889/2). */
    @Test
    void theorysRateIsThatOfThePaper() {
        Setting setting =
                new DisjointLinUcb(4).theory(TheoryConstants.ofPaper(1000)).at(17);
        assertThat(setting.get(0)).isCloseTo(2.3581, within(1e-4));
    }
}
