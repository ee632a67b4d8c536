package dev.attune.lab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.RewardRange;
import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statistical limits are five standard errors: once in a million false. */
class OutcomeTest {
    private static final int N = 200_000;

    private static double reward(Outcome outcome, double score, RoundRandom rng) {
        return outcome.reward()
                .applyAsDouble(
                        outcome.mean().applyAsDouble(score), outcome.luck().applyAsDouble(rng));
    }

    @Test
    void gaussianRewardsHaveMeanAndDeviation() {
        Outcome outcome = Outcome.gaussian(0.5);
        RoundRandom luck = new RoundRandom(1, 1);
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < N; i++) {
            double noise = reward(outcome, 3, luck) - 3;
            sum += noise;
            squares += noise * noise;
        }
        assertThat(sum / N).isCloseTo(0, within(5 * 0.5 / Math.sqrt(N)));
        assertThat(squares / N).isCloseTo(0.25, within(5 * 0.25 * Math.sqrt(2.0 / N)));
        assertThat(outcome.rewards()).isEqualTo(RewardRange.REALS);
    }

    @ParameterizedTest
    @CsvSource({"BERNOULLI, 0.3, 0.3", "LOGISTIC, 0, 0.5", "LOGISTIC, 1, 0.7310585786300049"})
    void successesAreAsFrequentAsTheMean(String name, double score, double probability) {
        Outcome outcome = name.equals("LOGISTIC") ? Outcome.LOGISTIC : Outcome.BERNOULLI;
        assertThat(outcome.mean().applyAsDouble(score)).isCloseTo(probability, within(1e-15));
        RoundRandom luck = new RoundRandom(2, 1);
        double sum = 0;
        for (int i = 0; i < N; i++) {
            double reward = reward(outcome, score, luck);
            assertThat(reward).isIn(0.0, 1.0);
            sum += reward;
        }
        assertThat(sum / N).isCloseTo(probability, within(5 * Math.sqrt(probability * (1 - probability) / N)));
        assertThat(outcome.rewards()).isEqualTo(RewardRange.UNIT);
    }

    @Test
    void certainAndImpossibleSuccessesAreWhatTheySay() {
        RoundRandom luck = new RoundRandom(3, 1);
        for (int i = 0; i < 1000; i++) {
            assertThat(reward(Outcome.BERNOULLI, 0, luck)).isZero();
            assertThat(reward(Outcome.BERNOULLI, 1, luck)).isEqualTo(1);
        }
    }

    /**
     * Quantiles of the unscaled t: for 3 and 4 degrees of freedom from the closed form of the distribution function, for 2.5
     * from a table. The share of draws below each must be right, on both sides.
     */
    @ParameterizedTest
    @CsvSource({
        "2.5, 0.75, 0.7850136829922992",
        "2.5, 0.95, 2.5582186141359355",
        "2.5, 0.99, 5.353111173030872",
        "2.5, 0.999, 13.82219311086596",
        "3, 0.75, 0.7648923284043453",
        "3, 0.975, 3.182446305284263",
        "4, 0.75, 0.7406970841126829",
        "4, 0.99, 3.746947387979196",
    })
    void heavyTailedNoiseHasTheQuantilesOfStudentsT(double freedom, double p, double quantile) {
        double deviation = 0.5;
        double limit = quantile * deviation / Math.sqrt(freedom / (freedom - 2));
        Outcome outcome = Outcome.heavyTailed(freedom, deviation);
        RoundRandom luck = new RoundRandom(4, 1);
        double above = 0;
        double below = 0;
        for (int i = 0; i < N; i++) {
            double noise = reward(outcome, 2, luck) - 2;
            above += noise > limit ? 1 : 0;
            below += noise < -limit ? 1 : 0;
        }
        double error = 5 * Math.sqrt(p * (1 - p) / N);
        assertThat(above / N).isCloseTo(1 - p, within(error));
        assertThat(below / N).isCloseTo(1 - p, within(error));
    }

    /** With 10 degrees of freedom the fourth moment exists and the variance can be tested: kurtosis 3 + 6/(10 - 4) = 4. */
    @Test
    void heavyTailedNoiseIsScaledToItsDeviation() {
        Outcome outcome = Outcome.heavyTailed(10, 0.5);
        RoundRandom luck = new RoundRandom(5, 1);
        double squares = 0;
        for (int i = 0; i < N; i++) {
            double draw = reward(outcome, 0, luck);
            squares += draw * draw;
        }
        assertThat(squares / N).isCloseTo(0.25, within(5 * 0.25 * Math.sqrt((4.0 - 1) / N)));
    }
}
