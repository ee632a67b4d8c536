package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.testkit.ExplorationPathContract;
import dev.attune.testkit.Worlds;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LinUcbTest extends ExplorationPathContract {
    private static final Offset<Double> TINY = within(1e-14);

    @Override
    public LinUcb create(int dimension) {
        return new LinUcb(dimension, 1);
    }

    @Override
    public LinUcb createVariant(int dimension) {
        return new LinUcb(dimension, 0.3);
    }

    @Override
    protected double orderTolerance() {
        return 1e-9;
    }

    @Override
    protected boolean optimistic() {
        return true;
    }

    @Override
    protected boolean ridgeWidths() {
        return true;
    }

    /** Li et al. 2010, Algorithm 1, with one model for all arms; A = V starts as the identity, alpha = explore. */
    @Test
    void roundsWorkedOutByHand() {
        LinUcb policy = new LinUcb(2);
        Setting one = LinUcb.SPACE.setting(1);

        // Round 1: V = I, b = 0, theta = 0. Widths |x|: 1 and 1/2.
        ActionSet arms = ActionSet.ofRows(new double[] {1, 0}, new double[] {0, 0.5});
        assertThat(policy.select(arms, one, Worlds.none())).isEqualTo(0);
        assertScores(policy, arms, new double[] {0, 0}, new double[] {1, 0.5});
        policy.update(new double[] {1, 0}, 0.5, one);

        // Round 2: V = diag(2, 1), b = (1/2, 0), theta = (1/4, 0).
        //   (1, 0):    1/4 + sqrt(1/2)     = 0.957
        //   (0, 1/2):  0   + 1/2           = 0.5
        //   (1, 1):    1/4 + sqrt(1/2 + 1) = 1.475   <- largest
        arms = ActionSet.ofRows(new double[] {1, 0}, new double[] {0, 0.5}, new double[] {1, 1});
        assertThat(policy.select(arms, one, Worlds.none())).isEqualTo(2);
        assertScores(policy, arms, new double[] {0.25, 0, 0.25}, new double[] {Math.sqrt(0.5), 0.5, Math.sqrt(1.5)});
        policy.update(new double[] {1, 1}, 1, one);

        // Round 3: V = [3 1; 1 2], |V| = 5, V^-1 = 1/5 [2 -1; -1 3], b = (3/2, 1),
        //   theta = 1/5 (3 - 1, -3/2 + 3) = (0.4, 0.3).
        //   (1, 0):       0.4  + sqrt(2/5)                       = 1.032
        //   (0, 1):       0.3  + sqrt(3/5)                       = 1.075   <- largest
        //   (1/2, -1/2):  0.05 + 1/2 sqrt((2 + 2 + 3)/5 = 7/5)   = 0.642
        // With explore = 1/10 the first two are 0.463 and 0.377: the first arm.
        arms = ActionSet.ofRows(new double[] {1, 0}, new double[] {0, 1}, new double[] {0.5, -0.5});
        assertThat(policy.select(arms, one, Worlds.none())).isEqualTo(1);
        assertScores(policy, arms, new double[] {0.4, 0.3, 0.05}, new double[] {
            Math.sqrt(0.4), Math.sqrt(0.6), 0.5 * Math.sqrt(1.4)
        });
        assertThat(policy.select(arms, LinUcb.SPACE.setting(0.1), Worlds.none()))
                .isEqualTo(0);
        policy.update(new double[] {0, 1}, -1, one);

        // After round 3: V = [3 1; 1 3], |V| = 8, b = (3/2, 0), theta = 1/8 (9/2, -3/2).
        assertThat(policy.model().mean()).containsExactly(new double[] {0.5625, -0.1875}, TINY);
    }

    private static void assertScores(LinUcb policy, ActionSet arms, double[] mean, double[] bonus) {
        ScoredRound round = Worlds.scored(policy, arms, Worlds.none());
        for (int k = 0; k < mean.length; k++) {
            assertThat(round.mean()[k]).as("mean of arm %d", k).isCloseTo(mean[k], TINY);
            assertThat(round.bonus()[k]).as("width of arm %d", k).isCloseTo(bonus[k], TINY);
        }
    }
}
