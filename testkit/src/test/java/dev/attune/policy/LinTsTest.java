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

class LinTsTest extends ExplorationPathContract {
    private static final Offset<Double> TINY = within(1e-14);

    @Override
    public LinTs create(int dimension) {
        return new LinTs(dimension, 1);
    }

    @Override
    public LinTs createVariant(int dimension) {
        return new LinTs(dimension, 0.3);
    }

    @Override
    protected double orderTolerance() {
        return 1e-9;
    }

    @Override
    protected boolean optimistic() {
        return false;
    }

    /**
     * Agrawal and Goyal 2013, Algorithm 1: B = V, mu-hat = theta, v = explore. The draw is theta + v R^-1 z with V =
     * R'R, R upper triangular and z the given normals.
     */
    @Test
    void roundsWorkedOutByHand() {
        LinTs policy = new LinTs(2);
        Setting one = LinTs.SPACE.setting(1);
        double[] a = {1, 0};
        double[] b = {1, 2};
        ActionSet arms = ActionSet.ofRows(a, b);

        // Round 1: V = I, theta = 0, z = u = (1/2, -1). a: 1/2, b: 1/2 - 2 = -3/2.
        assertThat(policy.select(arms, one, Worlds.giving(0.5, -1))).isEqualTo(0);
        assertScores(
                Worlds.scored(policy, arms, Worlds.giving(0.5, -1)), new double[] {0, 0}, new double[] {0.5, -1.5});
        policy.update(a, 1, one);

        // Round 2: V = diag(2, 1), theta = (1/2, 0), R = diag(sqrt 2, 1), z = (sqrt 2, -1), u = (1, -1).
        //   a: 1/2 + 1 = 3/2, b: 1/2 + (1 - 2) = -1/2.
        assertThat(policy.select(arms, one, Worlds.giving(Math.sqrt(2), -1))).isEqualTo(0);
        assertScores(
                Worlds.scored(policy, arms, Worlds.giving(Math.sqrt(2), -1)),
                new double[] {0.5, 0.5},
                new double[] {1, -1});
        policy.update(a, 0, one);

        // Round 3: V = diag(3, 1), theta = (1/3, 0), z = (-sqrt 3, 1), u = (-1, 1).
        //   a: 1/3 - 1 = -2/3, b: 1/3 + (-1 + 2) = 4/3.
        assertThat(policy.select(arms, one, Worlds.giving(-Math.sqrt(3), 1))).isEqualTo(1);
        assertScores(
                Worlds.scored(policy, arms, Worlds.giving(-Math.sqrt(3), 1)),
                new double[] {1.0 / 3, 1.0 / 3},
                new double[] {-1, 1});
        policy.update(b, 2, one);

        // Round 4: V = diag(3, 1) + [1 2; 2 4] = [4 2; 2 5], |V| = 16, V^-1 = 1/16 [5 -2; -2 4], sum x y = (3, 4),
        //   theta = 1/16 (15 - 8, -6 + 16) = (7/16, 10/16). R = [2 1; 0 2].
        //   z = (1, -1): u_2 = -1/2, u_1 = (1 + 1/2)/2 = 3/4.
        //   a: 7/16 + explore 3/4;  b: 27/16 + explore (3/4 - 1).
        //   explore = 2: 1.9375 and 1.1875, arm a; explore = 0: 0.4375 and 1.6875, arm b.
        assertThat(policy.select(arms, LinTs.SPACE.setting(2), Worlds.giving(1, -1)))
                .isEqualTo(0);
        assertScores(Worlds.scored(policy, arms, Worlds.giving(1, -1)), new double[] {0.4375, 1.6875}, new double[] {
            0.75, -0.25
        });
        assertThat(policy.select(arms, LinTs.SPACE.setting(0), Worlds.giving(1, -1)))
                .isEqualTo(1);
    }

    private static void assertScores(ScoredRound round, double[] mean, double[] bonus) {
        for (int k = 0; k < mean.length; k++) {
            assertThat(round.mean()[k]).as("mean of arm %d", k).isCloseTo(mean[k], TINY);
            assertThat(round.bonus()[k]).as("draw's share of arm %d", k).isCloseTo(bonus[k], TINY);
        }
    }

    /**
     * Two arms' shares of 40,000 draws against x' V^-1 x'. An average of n products of Gaussians with variances a, b
     * and covariance c has standard deviation sqrt((ab + c^2)/n); three comparisons at 5.2 of them each raise a false
     * alarm in fewer than one of a million seeds. The seed is fixed.
     */
    @Test
    void drawsHaveTheCovarianceOfThePosterior() {
        LinTs policy = new LinTs(2, 0.5);
        policy.update(new double[] {1, 0.5}, 1, LinTs.SPACE.preset());
        policy.update(new double[] {-0.5, 1.5}, 0, LinTs.SPACE.preset());
        // V = [1/2 + 1 + 1/4, 1/2 - 3/4; ., 1/2 + 1/4 + 9/4] = [1.75 -0.25; -0.25 3], |V| = 5.1875.
        // With e1, e2 as arms the covariances are V^-1 = [3 0.25; 0.25 1.75] / 5.1875.
        ActionSet arms = ActionSet.ofRows(new double[] {1, 0}, new double[] {0, 1});
        ScoredRound round = new ScoredRound();
        int n = 40_000;
        double s11 = 0;
        double s12 = 0;
        double s22 = 0;
        for (int t = 1; t <= n; t++) {
            policy.score(arms, Worlds.choice(t), round);
            double[] u = round.bonus();
            s11 += u[0] * u[0] / n;
            s12 += u[0] * u[1] / n;
            s22 += u[1] * u[1] / n;
        }
        double v11 = 3 / 5.1875;
        double v12 = 0.25 / 5.1875;
        double v22 = 1.75 / 5.1875;
        assertThat(s11).isCloseTo(v11, within(5.2 * v11 * Math.sqrt(2.0 / n)));
        assertThat(s22).isCloseTo(v22, within(5.2 * v22 * Math.sqrt(2.0 / n)));
        assertThat(s12).isCloseTo(v12, within(5.2 * Math.sqrt((v11 * v22 + v12 * v12) / n)));
    }
}
