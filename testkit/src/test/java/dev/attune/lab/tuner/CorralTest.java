package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.testkit.CandidateLaws;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.Few;
import org.junit.jupiter.api.Test;

class CorralTest extends TunerContract implements CandidateLaws {
    @Override
    public Tuner make(SettingSpace space) {
        return new Corral(Few.of(space), Horizon.of(ROUNDS));
    }

    @Override
    protected boolean acceptsAnyReward() {
        return false;
    }

    /** A step of mirror descent starts from the p of today. */
    @Override
    protected boolean dependsOnOrder() {
        return true;
    }

    /** M = 2, T = 100, eta = 0.2: a loss of 1 at pBar = 1/2 is an estimate of 2, so b = eta loss = 0.4. */
    @Test
    void firstRoundsByHand() {
        Corral tuner = new Corral(two(), Horizon.of(100), 0.2);
        Suggestion first = tuner.suggest(1, Few.uniforms(0.3));
        assertThat(first.memo()).containsExactly(0, 0.5);
        tuner.observe(first, 0);

        double a = (2 - 0.4 + Math.sqrt(0.4 * 0.4 + 4)) / 2;
        double p1 = 1 / a;
        double bar1 = 0.99 * p1 + 0.005;
        Suggestion second = tuner.suggest(2, Few.uniforms(0.999));
        assertThat(second.memo()).containsExactly(new double[] {1, bar1}, within(1e-13));
        assertThat(tuner.probability(0)).isCloseTo(1 - bar1, within(1e-13));
        assertThat(tuner.rate(0)).isEqualTo(0.2);

        tuner.observe(second, 1); // no loss, no change
        tuner.suggest(3, Few.uniforms(0));
        assertThat(tuner.probability(1)).isCloseTo(bar1, within(1e-13));
    }

    /** rho starts at 2 M = 4: once pBar_0 falls below 1/4 its rate grows by e^(1/ln T), and again below half of that. */
    @Test
    void rateOfACandidateGrowsWheneverItsProbabilityHalves() {
        Corral tuner = new Corral(two(), Horizon.of(1000), 0.05);
        double beta = Math.exp(1 / Math.log(1000));
        double rho = 4;
        double rate = 0.05;
        int growths = 0;
        for (int t = 1; t <= 300; t++) {
            tuner.observe(tuner.suggest(t, Few.uniforms(0)), 0);
            tuner.suggest(t, Few.uniforms(0));
            double inverse = 1 / tuner.probability(0);
            if (inverse > rho) {
                rho = 2 * inverse;
                rate *= beta;
                growths++;
            }
            assertThat(tuner.rate(0)).isCloseTo(rate, within(1e-12));
            assertThat(tuner.rate(1)).isEqualTo(0.05);
        }
        assertThat(growths).isGreaterThanOrEqualTo(3);
    }

    @Test
    void probabilityIsNeverBelowTheUniformShare() {
        Corral tuner = new Corral(two(), Horizon.of(50), 10);
        for (int t = 1; t <= 500; t++) {
            Suggestion suggestion = tuner.suggest(t, Few.uniforms(0));
            assertThat(tuner.probability(0)).isGreaterThanOrEqualTo(0.01);
            tuner.observe(suggestion, 0);
        }
    }

    @Test
    void ratesShrinkWhenAnUnknownHorizonDoubles() {
        Corral tuner = new Corral(two(), Horizon.unknown());
        double eta = Math.sqrt(2.0 / 1000);
        tuner.suggest(1000, Few.uniforms(0));
        assertThat(tuner.rate(0)).isCloseTo(eta, within(1e-15));
        tuner.suggest(1001, Few.uniforms(0));
        assertThat(tuner.rate(0)).isCloseTo(eta / Math.sqrt(2), within(1e-15));
        tuner.suggest(7000, Few.uniforms(0));
        assertThat(tuner.rate(1)).isCloseTo(eta / Math.sqrt(8), within(1e-15));
    }

    @Test
    void findsTheBestCandidate() {
        assertThat(Few.shareOfBest(new Corral(Few.six(), Horizon.of(4000)), 4000))
                .isGreaterThan(0.8);
    }

    @Test
    void badRateIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Corral(two(), Horizon.of(10), 0))
                .withMessageContaining("eta = 0.0");
    }

    private static Candidates two() {
        return Candidates.product(Stories.space(1), new double[] {1, 2});
    }
}
