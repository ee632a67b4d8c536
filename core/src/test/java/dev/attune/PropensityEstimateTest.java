package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.ScoredRound;
import dev.attune.math.Normal;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.RandUcb;
import org.junit.jupiter.api.Test;

class PropensityEstimateTest {
    private static final ActionSet TWO = ActionSet.ofRows(new double[] {1, 0.5}, new double[] {0.2, 1});

    private static LinTs taught() {
        LinTs policy = new LinTs(2);
        policy.update(new double[] {1, 0}, 1, LinTs.SPACE.preset());
        policy.update(new double[] {0.3, 1}, 0.9, LinTs.SPACE.preset());
        return policy;
    }

    /** P(first) = Phi((x1 - x2)' theta / (explore |x1 - x2|_B)): the difference of the indices is normal. */
    private static double exact(LinTs policy, double explore) {
        double[] gap = {0.8, -0.5};
        double[] theta = policy.posterior().mean();
        double[][] b = policy.posterior().covariance();
        double mean = gap[0] * theta[0] + gap[1] * theta[1];
        double squared = gap[0] * gap[0] * b[0][0] + 2 * gap[0] * gap[1] * b[0][1] + gap[1] * gap[1] * b[1][1];
        return Normal.cdf(mean / (explore * Math.sqrt(squared)));
    }

    /** Beyond 5 standard errors with probability 6e-7 for each of the three. */
    @Test
    void agreesWithTheClosedFormForTwoArms() {
        LinTs policy = taught();
        for (double explore : new double[] {0.3, 0.6, 2}) {
            PropensityEstimate estimate =
                    PropensityEstimate.of(policy, TWO, LinTs.SPACE.setting(explore), 100_000, new RoundRandom(5, 0));
            double p = exact(policy, explore);
            assertThat(estimate.probability(0)).isCloseTo(p, within(5 * estimate.standardError(0)));
            assertThat(estimate.probability(0) + estimate.probability(1)).isCloseTo(1, within(1e-12));
            assertThat(estimate.standardError(0)).isCloseTo(Math.sqrt(p * (1 - p) / 100_000), within(1e-4));
            assertThat(p).isBetween(0.5, 0.9999);
        }
    }

    /** 200 estimates: their spread is the standard error they state, up to 20 % (4 standard deviations of a spread). */
    @Test
    void theStandardErrorIsTheSpreadOfTheEstimates() {
        LinTs policy = taught();
        double p = exact(policy, 1);
        double squares = 0;
        double stated = 0;
        for (int i = 0; i < 200; i++) {
            PropensityEstimate estimate =
                    PropensityEstimate.of(policy, TWO, LinTs.SPACE.setting(1), 400, new RoundRandom(6, i));
            squares += (estimate.probability(0) - p) * (estimate.probability(0) - p) / 200;
            stated += estimate.standardError(0) / 200;
        }
        assertThat(Math.sqrt(squares) / stated).isBetween(0.8, 1.2);
    }

    @Test
    void aBanditWithAFixedRateAndAFloorAgreesWithTheClosedForm() {
        LinTs policy = taught();
        SelfTuningBandit bandit =
                SelfTuningBandit.of(policy, new Fixed(LinTs.SPACE.setting(1)), Options.DEFAULT.floor(0.3));
        PropensityEstimate estimate = PropensityEstimate.of(bandit, TWO, 20_000, new RoundRandom(7, 0));
        double p = 0.15 + 0.7 * exact(policy, 1);
        assertThat(estimate.probability(0)).isCloseTo(p, within(5 * estimate.standardError(0)));
        assertThat(estimate.standardError(0)).isLessThan(0.7 * Math.sqrt(0.26 / 20_000));
    }

    /** RandUCB's propensities are exact, so the estimate has something to agree with, the tuner's randomness included. */
    @Test
    void aBanditWhosePropensitiesAreKnownAgreesWithThem() {
        SelfTuningBandit bandit = SelfTuningBandit.of(new LinUcb(3), new RandUcb(), Options.DEFAULT);
        Scene scene = Scene.freshArms(3, 5, 0.5, 3);
        scene.play(bandit, 15);
        for (int t = 16; t < 40; t++) {
            PropensityEstimate estimate = PropensityEstimate.of(bandit, scene.arms(t), 4000, new RoundRandom(8, t));
            Decision decision = bandit.decide(scene.arms(t));
            assertThat(estimate.probability(decision.arm()))
                    .isCloseTo(decision.propensity(), within(5 * estimate.standardError(decision.arm())));
        }
    }

    /** Thompson sampling under VOI: against the frequency of the decisions themselves, from restored states. */
    @Test
    void aThompsonPolicyUnderVoiIsEstimatedWithItsTuner() {
        Scene scene = Scene.fixedArms(3, 5, 0.5, 3);
        SelfTuningBandit bandit = Attune.linTs(3).build();
        scene.play(bandit, 12);
        byte[] state = Checkpoint.write(bandit);
        ActionSet arms = scene.arms(1);
        PropensityEstimate estimate = PropensityEstimate.of(bandit, arms, 20_000, new RoundRandom(9, 0));
        assertThat(Checkpoint.write(bandit)).as("left as it was").isEqualTo(state);
        int[] counts = new int[5];
        LinTs policy = (LinTs) bandit.policy();
        ScoredRound scored = new ScoredRound();
        for (int i = 0; i < 20_000; i++) {
            RoundRandom rng = new RoundRandom(10, i);
            policy.score(arms, rng, scored);
            Decision decision = bandit.chooser().finish(13, arms, scored, rng);
            counts[decision.arm()]++;
            Checkpoint.read(state, bandit);
        }
        for (int k = 0; k < 5; k++) {
            assertThat(estimate.probability(k)).isCloseTo(counts[k] / 20_000.0, within(8 * estimate.standardError(k)));
        }
    }

    @Test
    void theWarmUpIsUniform() {
        SelfTuningBandit bandit = Attune.linTs(2).warmup(10).build();
        PropensityEstimate estimate = PropensityEstimate.of(bandit, TWO, 10_000, new RoundRandom(9, 0));
        assertThat(estimate.probability(0)).isCloseTo(0.5, within(0.025)); // 5 standard errors
    }

    @Test
    void anArmThatWasNeverDrawnStillHasAnError() {
        LinTs policy = new LinTs(1);
        for (int i = 0; i < 50; i++) {
            policy.update(new double[] {1}, 1, LinTs.SPACE.preset());
        }
        ActionSet arms = ActionSet.ofRows(new double[] {1}, new double[] {-1});
        PropensityEstimate estimate =
                PropensityEstimate.of(policy, arms, LinTs.SPACE.setting(0), 1000, new RoundRandom(1, 0));
        assertThat(estimate.probability(1)).isZero();
        assertThat(estimate.standardError(1)).isBetween(5e-4, 2e-3);
    }

    @Test
    void badInputIsNamed() {
        LinTs policy = taught();
        RoundRandom rng = new RoundRandom(1, 0);
        assertThatThrownBy(() -> PropensityEstimate.of(policy, TWO, LinTs.SPACE.preset(), 0, rng))
                .hasMessageContaining("draws = 0");
        assertThatThrownBy(() -> PropensityEstimate.of(Attune.linTs(3).build(), TWO, 10, rng))
                .hasMessageContaining("2 features");
        PropensityEstimate estimate = PropensityEstimate.of(policy, TWO, LinTs.SPACE.preset(), 10, rng);
        assertThatThrownBy(() -> estimate.probability(2)).hasMessageContaining("arm = 2");
        assertThatThrownBy(() -> estimate.standardError(-1)).hasMessageContaining("arm = -1");
    }
}
