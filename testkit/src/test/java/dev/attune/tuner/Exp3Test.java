package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.CandidateLaws;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

class Exp3Test extends TunerContract implements CandidateLaws {
    @Override
    public Tuner make(SettingSpace space) {
        return new Exp3(Few.of(space), Horizon.of(ROUNDS));
    }

    /** K = 2, T = 100: gamma = sqrt(2 ln 2 / (1.718281828... * 100)) = 0.0898210... */
    @Test
    void firstTwoRoundsByHand() {
        SettingSpace space = Stories.space(1);
        Exp3 tuner = new Exp3(Candidates.product(space, new double[] {1, 2}), Horizon.of(100));
        double gamma = Math.sqrt(2 * Math.log(2) / ((Math.E - 1) * 100));
        assertThat(gamma).isCloseTo(0.08982, within(1e-5));

        Suggestion first = tuner.suggest(1, Few.uniforms(0.4999)); // p = (1/2, 1/2)
        assertThat(first.setting().get(0)).isEqualTo(1);
        assertThat(first.memo()).containsExactly(new double[] {0, 0.5, gamma}, within(1e-15));
        tuner.observe(first, 0.8); // w_0 = exp(gamma/2 * 0.8/0.5) = exp(0.8 gamma)

        double share = Math.exp(0.8 * gamma) / (Math.exp(0.8 * gamma) + 1);
        double p0 = (1 - gamma) * share + gamma / 2;
        Suggestion second = tuner.suggest(2, Few.uniforms(0.99));
        assertThat(second.setting().get(0)).isEqualTo(2);
        assertThat(tuner.probability(0)).isCloseTo(p0, within(1e-15));
        assertThat(second.memo()).containsExactly(new double[] {1, 1 - p0, gamma}, within(1e-15));
        tuner.observe(second, 0.5);
        tuner.observe(first, 1); // late: weighted by the probability of its own round, 1/2

        double log0 = gamma * (0.8 + 1);
        double log1 = gamma / 2 * 0.5 / (1 - p0);
        tuner.suggest(3, Few.uniforms(0));
        double share0 = 1 / (1 + Math.exp(log1 - log0));
        assertThat(tuner.probability(0)).isCloseTo((1 - gamma) * share0 + gamma / 2, within(1e-15));
    }

    @Test
    void mixingRateIsOneForAShortHorizonAndFallsWhenAnUnknownOneDoubles() {
        Exp3Weights weights = new Exp3Weights(6);
        assertThat(weights.gamma(Horizon.of(2), 1)).isEqualTo(1);
        assertThat(weights.gamma(Horizon.of(14_000), 7)).isCloseTo(0.0211399649, within(1e-10));
        double before = weights.gamma(Horizon.unknown(), 1000);
        assertThat(weights.gamma(Horizon.unknown(), 1001)).isCloseTo(before / Math.sqrt(2), within(1e-15));
    }

    /**
     * The estimate y / p of the candidate drawn and 0 of the others has the mean y for each. Weights are uneven on purpose.
     * n = 200,000 draws; by Bernstein's inequality with variance y^2 / p and range y / p, the mean of an unbiased
     * estimate is further than eps = sqrt(2 v L / n) + 2 b L / (3 n) from y with a chance of at most 2 exp(-L) = 1e-9 for
     * L = 21.42; three candidates make 3e-9.
     */
    @Test
    void rewardEstimateIsUnbiased() {
        double[] y = {0.2, 0.9, 0.5};
        SettingSpace space = Stories.space(1);
        Exp3 tuner = new Exp3(Candidates.product(space, new double[] {1, 2, 3}), Horizon.of(20));
        for (int t = 1; t <= 8; t++) {
            tuner.observe(tuner.suggest(t, Few.uniforms(0.4)), 1);
        }
        int n = 200_000;
        double[] sum = new double[3];
        for (int k = 0; k < n; k++) {
            Suggestion drawn = tuner.suggest(9, new RoundRandom(5, k));
            int i = (int) drawn.memo()[0];
            sum[i] += y[i] / drawn.memo()[1];
        }
        double L = 21.42;
        for (int i = 0; i < 3; i++) {
            double p = tuner.probability(i);
            double eps = Math.sqrt(2 * y[i] * y[i] / p * L / n) + 2 * y[i] / p * L / (3 * n);
            assertThat(eps).isLessThan(0.03);
            assertThat(sum[i] / n).isCloseTo(y[i], within(eps));
        }
    }

    @Test
    void findsTheBestCandidate() {
        assertThat(Few.shareOfBest(new Exp3(Few.six(), Horizon.of(4000)), 4000)).isGreaterThan(0.85);
    }

    @Test
    void weightsKeepTheirDigitsInAVeryLongRun() {
        Exp3Weights weights = new Exp3Weights(2);
        for (int k = 0; k < 2_000_000; k++) {
            weights.reward(new Exp3Weights.Memo(k % 2, 0.5, 0.5), 1);
        }
        weights.draw(0.5, Few.uniforms(0));
        assertThat(weights.probability(0)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void probabilityThatTheMixingForbidsIsRefused() {
        Exp3 tuner = new Exp3(Few.six(), Horizon.of(100));
        Suggestion own = tuner.suggest(1, Few.uniforms(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tuner.observe(
                        new Suggestion(own.setting(), new double[] {0, Double.MIN_VALUE, own.memo()[2]}), 1))
                .withMessageContaining("gamma / K");
    }

    @Test
    void oneCandidateIsAlwaysSuggested() {
        Exp3 tuner = new Exp3(Candidates.product(Stories.space(1), new double[] {2}), Horizon.of(10));
        for (int t = 1; t <= 20; t++) {
            Suggestion suggestion = tuner.suggest(t, new RoundRandom(1, t));
            assertThat(tuner.probability(0)).isEqualTo(1);
            tuner.observe(suggestion, 0.5);
        }
    }
}
