package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.TheoryConstants;
import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;
import dev.attune.testkit.Worlds;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class GlocTest extends ExplorationPathContract {
    private static final Offset<Double> TINY = within(1e-11);

    @Override
    public Gloc create(int dimension) {
        return new Gloc(Link.LOGISTIC, dimension, 1, 1);
    }

    @Override
    public Gloc createVariant(int dimension) {
        return new Gloc(Link.LOGISTIC, dimension, 0.3, 1);
    }

    @Override
    protected boolean optimistic() {
        return true;
    }

    @Override
    protected boolean ridgeWidths() {
        return true;
    }

    /**
     * Jun et al. 2017, Algorithms 1 and 2, with the identity link (so that a pencil is enough), lambda = epsilon = S = 1,
     * kappa = 1/2, explore = 1. z is the prediction with theta before the step.
     */
    @Test
    void roundsWorkedOutByHand() {
        Gloc policy = new Gloc(Link.IDENTITY, 2, 1, 1);
        Setting setting = Gloc.SPACE.setting(1, 0.5);
        double[] a = {1, 0};
        double[] b = {0, 2};
        double[] c = {1, 1};

        // Round 1: thetaHat = 0, V = I: indices 1 and 1/2.
        assertThat(policy.select(ActionSet.ofRows(a, new double[] {0, 0.5}), setting, Worlds.none()))
                .isEqualTo(0);
        // y = 0.9: z = 0, g = -0.9, A = diag(2, 1), theta = 1.8 (1/2, 0) = (0.9, 0), inside the ball; b += 0.
        policy.update(a, 0.9, setting);
        assertThat(policy.model().theta()).containsExactly(new double[] {0.9, 0}, TINY);
        assertThat(policy.model().mean()).containsExactly(new double[] {0, 0}, TINY);

        // Round 2: V = diag(2, 1): indices 1/sqrt 2 and 2.
        assertThat(policy.select(ActionSet.ofRows(a, b), setting, Worlds.none()))
                .isEqualTo(1);
        // y = 1.2: z = 0, g = -1.2, A = diag(2, 5), theta' = (0.9, 2.4 * 2/5) = (0.9, 0.96), length 1.316.
        // Projection: (2 * 0.9/(2 + m), 5 * 0.96/(5 + m)) has length 1 at m = 1: (1.8/3, 4.8/6) = (0.6, 0.8).
        // (Straight towards the origin it would have been (0.684, 0.730).)  b += 0.
        policy.update(b, 1.2, setting);
        assertThat(policy.model().theta()).containsExactly(new double[] {0.6, 0.8}, TINY);
        assertThat(policy.model().mean()).containsExactly(new double[] {0, 0}, TINY);

        // Round 3: V = diag(2, 5): a: sqrt(1/2) = 0.707, c: sqrt(1/2 + 1/5) = 0.837.
        assertThat(policy.select(ActionSet.ofRows(a, c), setting, Worlds.none()))
                .isEqualTo(1);
        // y = 0.55: z = 1.4, g = 0.85, A = [3 1; 1 6], |A| = 17, A^-1 c = (5, 2)/17,
        //   theta = (0.6, 0.8) - 1.7 (5, 2)/17 = (0.1, 0.6).  b = 1.4 (1, 1), thetaHat = 1.4 (5, 2)/17.
        policy.update(c, 0.55, setting);
        assertThat(policy.model().theta()).containsExactly(new double[] {0.1, 0.6}, TINY);
        assertThat(policy.model().mean()).containsExactly(new double[] {7.0 / 17, 2.8 / 17}, TINY);

        // Round 4: V^-1 = 1/17 [6 -1; -1 3].
        //   a: 7/17 + sqrt(6/17) = 1.006;  (0, 1): 2.8/17 + sqrt(3/17) = 0.585;  c: 9.8/17 + sqrt(7/17) = 1.218.
        ActionSet arms = ActionSet.ofRows(a, new double[] {0, 1}, c);
        assertThat(policy.select(arms, setting, Worlds.none())).isEqualTo(2);
        double[] means = {7.0 / 17, 2.8 / 17, 9.8 / 17};
        double[] widths = {Math.sqrt(6.0 / 17), Math.sqrt(3.0 / 17), Math.sqrt(7.0 / 17)};
        ScoredRound round = Worlds.scored(policy, arms, Worlds.none());
        for (int k = 0; k < 3; k++) {
            assertThat(round.mean()[k]).isCloseTo(means[k], TINY);
            assertThat(round.bonus()[k]).isCloseTo(widths[k], TINY);
        }

        assertTheory(policy);
    }

    /**
     * Theorem 1 after the three rewards, kappa = R = 1/2, delta = 1/20:
     *
     * <pre>
     *   sum g^2 |x|^2_{A^-1} / kappa = 0.81 (1/2)/0.5 + 1.44 (4/5)/0.5 + 0.7225 (0.7/1.7)/0.5 = 0.81 + 2.304 + 0.595
     *   B     = 3.709/2 + 2 kappa = 2.8545
     *   alpha = 1 + 8 * 2.8545 + 8 ln(40 sqrt(1 + 4 * 2.8545 + 4 * 400)) = 82.888996
     *   |z|^2 - thetaHat' b = 1.96 - 1.4 * 9.8/17 = 1.152941
     *   beta  = 82.888996 + 1 - 1.152941 = 82.736055
     * </pre>
     */
    private static void assertTheory(Gloc policy) {
        Setting theory = policy.theory(new TheoryConstants(1000, 0.05, 0.5, 1, 0.5))
                .orElseThrow()
                .at(4);
        double alpha = 1 + 8 * 2.8545 + 8 * Math.log(40 * Math.sqrt(1 + 4 * 2.8545 + 4 * 400));
        assertThat(alpha).isCloseTo(ALPHA, within(1e-6));
        assertThat(theory.get("explore")).isCloseTo(Math.sqrt(ALPHA + 1 - 1.152941176), within(1e-7));
        assertThat(theory.get("kappa")).isEqualTo(0.5);
    }

    private static final double ALPHA = 82.888996;

    /**
     * Logistic, d = 1, the preset kappa = 1/5: reward 1 at x = 1 gives g = -1/2, A = 2, theta' = 2.5/2 = 1.25, projected
     * 1. Then reward 0 at x = 1/2: z = 1/2, g = s(1/2) = 0.622459331202, A = 2.25, theta = 1 - 5 g (1/2)/2.25 =
     * 0.308378520887; thetaHat = z x / A = 0.25/2.25 = 1/9.
     */
    @Test
    void logisticStepsWorkedOutByHand() {
        Gloc policy = new Gloc(1);
        Setting preset = Gloc.SPACE.preset();
        policy.update(new double[] {1}, 1, preset);
        assertThat(policy.model().theta()[0]).isCloseTo(1, TINY);
        policy.update(new double[] {0.5}, 0, preset);
        assertThat(policy.model().theta()[0]).isCloseTo(0.308378520887, TINY);
        assertThat(policy.model().mean()[0]).isCloseTo(1.0 / 9, TINY);
    }

    /** kappa is that of each update: twice the kappa, half the step. */
    @Test
    void kappaComesWithEachUpdate() {
        Gloc policy = new Gloc(Link.LOGISTIC, 1, 1, 100);
        policy.update(new double[] {1}, 1, Gloc.SPACE.setting(1, 0.25)); // 0.5/0.25/2
        assertThat(policy.model().theta()[0]).isCloseTo(1, TINY);
        policy = new Gloc(Link.LOGISTIC, 1, 1, 100);
        policy.update(new double[] {1}, 1, Gloc.SPACE.setting(1, 0.5));
        assertThat(policy.model().theta()[0]).isCloseTo(0.5, TINY);
    }
}
