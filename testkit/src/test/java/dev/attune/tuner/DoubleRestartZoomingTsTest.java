package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class DoubleRestartZoomingTsTest extends TunerContract {
    @Override
    public Tuner make(SettingSpace space) {
        return new DoubleRestartZoomingTs(space, Horizon.of(500), space.size(), NoiseScale.of(0.2));
    }

    /**
     * T = 1000, p = 1: H0 = ceil(1000^(3/5)) = ceil(63.0957) = 64, N = 6 + 1 = 7, lengths 64, 32, 16, 8, 4, 2, 1.
     * ceil(1000/64) = 16 top epochs, alpha = sqrt(7 ln 7 / (16 (e - 1))) = sqrt(13.621371 / 27.492509) = 0.703887.
     */
    @Test
    void weightsOfFourTopEpochsWorkedByHand() {
        DoubleRestartZoomingTs tuner = new DoubleRestartZoomingTs(Stories.space(1), Horizon.of(1000));
        double alpha = Math.sqrt(7 * Math.log(7) / (16 * (Math.E - 1)));
        assertThat(alpha).isCloseTo(0.703887, within(1e-6));

        // Top epoch 1: every length has probability 1/7; 0.3 lies in [2/7, 3/7): the third, 16 rounds.
        // All rewards are 1: the sum over H0 is 1, ln w_3 = (alpha/7) * 1 / (1/7) = alpha.
        int restarts = epoch(tuner, 1, 0.3, 1.0);
        assertThat(tuner.lengths()).containsExactly(64, 32, 16, 8, 4, 2, 1);
        assertThat(restarts).isEqualTo(4);
        // Top epoch 2: p_3 = alpha/7 + (1-alpha) e^alpha / (6 + e^alpha) = 0.100555 + 0.296113 * 2.021596/8.021596
        //   = 0.175181, the others 0.100555 + 0.296113/8.021596 = 0.137470.
        // 0.9 lies above 1 - 0.137470: the last, 1 round. Rewards 1/2: ln w_7 = (alpha/7) * (1/2) / 0.137470.
        restarts = epoch(tuner, 65, 0.9, 0.5);
        assertThat(tuner.lengthProbability(2)).isCloseTo(0.175181, within(1e-6));
        assertThat(tuner.lengthProbability(0)).isCloseTo(0.137470, within(1e-6));
        assertThat(restarts).isEqualTo(64);
        double w3 = Math.exp(alpha);
        double other = alpha / 7 + (1 - alpha) / (6 + w3);
        double w7 = Math.exp(alpha / 7 * 0.5 / other);
        // Top epoch 3: weights 1 five times, w_3 = 2.021596, w_7 = e^0.365736 = 1.441575; the first length.
        restarts = epoch(tuner, 129, 0.0, 0.0);
        assertThat(tuner.lengthProbability(0)).isCloseTo(alpha / 7 + (1 - alpha) / (5 + w3 + w7), within(1e-12));
        assertThat(tuner.lengthProbability(2)).isCloseTo(alpha / 7 + (1 - alpha) * w3 / (5 + w3 + w7), within(1e-12));
        assertThat(tuner.lengthProbability(6)).isCloseTo(alpha / 7 + (1 - alpha) * w7 / (5 + w3 + w7), within(1e-12));
        assertThat(restarts).isEqualTo(1);
        // Top epoch 4: rewards of 0 have changed nothing.
        epoch(tuner, 193, 0.5, 0.0);
        assertThat(tuner.lengthProbability(0)).isCloseTo(alpha / 7 + (1 - alpha) / (5 + w3 + w7), within(1e-12));
    }

    /** Plays a top epoch of 64 rounds whose length is drawn with u; how many bottom epochs it had. */
    private static int epoch(DoubleRestartZoomingTs tuner, int from, double u, double reward) {
        double last = -1;
        int epochs = 0;
        for (int t = from; t < from + 64; t++) {
            Suggestion s = tuner.suggest(t, new FirstUniform(u, t));
            epochs += s.memo()[0] != last ? 1 : 0;
            last = s.memo()[0];
            tuner.observe(s, reward);
        }
        return epochs;
    }

    @Test
    void probabilitiesAreAPartitionAndNoneFallsBelowTheFloor() {
        DoubleRestartZoomingTs tuner = new DoubleRestartZoomingTs(Stories.space(1), Horizon.of(90_000));
        for (int t = 1; t <= 90_000; t += 90) {
            tuner.observe(Stories.suggest(tuner, t), 1);
        }
        int N = tuner.lengths().length;
        assertThat(N).isEqualTo(11); // H0 = ceil(90000^0.6) = 939
        double sum = 0;
        for (int k = 0; k < N; k++) {
            assertThat(tuner.lengthProbability(k)).isGreaterThan(0.4 / N);
            sum += tuner.lengthProbability(k);
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
    }

    /** Rewards of a top epoch that come after its end, in reverse, pay as they would have paid in time. */
    @Test
    void lateRewardsPayTheLengthThatEarnedThem() {
        DoubleRestartZoomingTs prompt = new DoubleRestartZoomingTs(Stories.space(1), Horizon.of(1000));
        DoubleRestartZoomingTs late = new DoubleRestartZoomingTs(Stories.space(1), Horizon.of(1000));
        List<Suggestion> waiting = new ArrayList<>();
        for (int t = 1; t <= 64; t++) {
            Suggestion s = prompt.suggest(t, new FirstUniform(0.3, t));
            prompt.observe(s, 0.75);
            waiting.add(0, late.suggest(t, new FirstUniform(0.3, t)));
        }
        late.suggest(65, new FirstUniform(0.9, 65));
        waiting.forEach(s -> late.observe(s, 0.75));
        prompt.suggest(65, new FirstUniform(0.9, 65));
        prompt.suggest(129, new FirstUniform(0.5, 129));
        late.suggest(129, new FirstUniform(0.5, 129));
        for (int k = 0; k < 7; k++) {
            assertThat(late.lengthProbability(k)).isCloseTo(prompt.lengthProbability(k), within(1e-12));
        }
    }

    @Test
    void doublingOfAnUnknownHorizonBeginsAnewAndOldRewardsTeachNothing() {
        DoubleRestartZoomingTs tuner =
                new DoubleRestartZoomingTs(Stories.space(1), Horizon.unknown(), 1, NoiseScale.SAFE);
        Suggestion old = Stories.suggest(tuner, 1);
        tuner.observe(old, 1);
        assertThat(tuner.lengths()[0]).isEqualTo(64);
        Stories.suggest(tuner, 1001);
        assertThat(tuner.lengths()[0]).isEqualTo(96); // ceil(2000^0.6) = ceil(95.6)
        assertThat(tuner.lengthProbability(0)).isCloseTo(1.0 / tuner.lengths().length, within(1e-12));
        byte[] before = Stories.state(tuner);
        tuner.observe(old, 1);
        assertThat(Stories.state(tuner)).isEqualTo(before);
    }

    @Test
    void wholePowersAreNotRoundedUp() {
        DoubleRestartZoomingTs tuner = new DoubleRestartZoomingTs(Stories.space(1), Horizon.of(1024));
        Stories.suggest(tuner, 1);
        assertThat(tuner.lengths()).containsExactly(64, 32, 16, 8, 4, 2, 1); // 1024^(3/5) = 64
    }

    @Test
    void zoomingDimensionAboveTheNumberOfHyperparametersIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DoubleRestartZoomingTs(Stories.space(1), Horizon.of(9), 1.5, NoiseScale.SAFE))
                .withMessageContaining("zooming dimension = 1.5");
    }

    /** Gaussians of the round, and one uniform number. */
    private static final class FirstUniform implements RandomGenerator {
        private final double u;
        private final RoundRandom rng;

        FirstUniform(double u, int t) {
            this.u = u;
            this.rng = new RoundRandom(5, t);
        }

        @Override
        public double nextDouble() {
            return u;
        }

        @Override
        public double nextGaussian() {
            return rng.nextGaussian();
        }

        @Override
        public long nextLong() {
            return rng.nextLong();
        }
    }
}
