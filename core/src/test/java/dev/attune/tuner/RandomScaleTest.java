package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.PathTuner.PathChoice;
import dev.attune.api.ScoredRound;
import dev.attune.math.Normal;
import dev.attune.policy.LinTs;
import org.junit.jupiter.api.Test;

/** One feature, arms 1 and -2, one reward of 1 for the first: s^2 = 0.75. */
class RandomScaleTest {
    private static final ActionSet ARMS = ActionSet.ofRows(new double[] {1}, new double[] {-2});
    private static final double S = Math.sqrt(0.75);

    private final LinTs policy = new LinTs(1);
    private final RandomScale tuner = new RandomScale();
    private final ScoredRound round = new ScoredRound();

    private void scores(double mean, double bonus, double otherMean, double otherBonus) {
        round.resize(2, 1);
        round.mean()[0] = mean;
        round.bonus()[0] = bonus;
        round.mean()[1] = otherMean;
        round.bonus()[1] = otherBonus;
    }

    private PathChoice choose(Script script) {
        PathChoice choice = tuner.choose(ARMS, round, policy.posterior(), script);
        assertThat(script.spent()).isTrue();
        return choice;
    }

    @Test
    void withoutAScaleOfRewardsTheArmIsUniformlyRandom() {
        scores(5, 0, 0, 0);
        assertThat(choose(new Script().arm(1))).isEqualTo(new PathChoice(1, 0));
        assertThat(tuner.propensity(0)).isEqualTo(0.5);
        assertThat(tuner.propensity(1)).isEqualTo(0.5);
    }

    /** The logarithm of the scale is uniform: the scale is 0.2 at 0, 0.4 at 1/2 and 0.8 at 1. */
    @Test
    void theScaleIsLogUniformInUnitsOfTheNoise() {
        policy.update(new double[] {1}, 1, LinTs.SPACE.preset());
        scores(0.5, 0, 0, 1);
        round.bonusesAreDrawn();
        for (double[] scale : new double[][] {{0, 0.2}, {0.5, 0.4}, {1, 0.8}}) {
            PathChoice choice = choose(new Script().uniform(scale[0]));
            assertThat(choice.explore()).isCloseTo(scale[1] * S, within(1e-15));
            assertThat(choice.arm()).isEqualTo(scale[1] * S > 0.5 ? 1 : 0);
            assertThat(tuner.propensity(choice.arm())).isNaN();
        }
    }

    /** Arm 1 wins if 0.4 s max(0, z_1) - 0.4 s max(0, z_0) exceeds 0.1; with a width of zero for arm 0, if z_1 > 0.1 / (0.4 s). */
    @Test
    void withADrawForEachArmTheProbabilityIsThatGivenTheScale() {
        policy.update(new double[] {1}, 1, LinTs.SPACE.preset());
        scores(0.1, 0, 0, 0.7);
        round.width()[0] = 0;
        round.width()[1] = 1;
        round.bonusesAreDrawnForEachArm();
        PathChoice choice = choose(new Script().uniform(0.5));
        assertThat(choice.arm()).isEqualTo(1);
        double expected = 1 - Normal.cdf(0.1 / (0.4 * S));
        assertThat(tuner.propensity(1)).isCloseTo(expected, within(1e-6));
        assertThat(tuner.propensity(0)).isCloseTo(1 - expected, within(1e-6));
    }
}
