package dev.attune.live.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The uplift over a random arm, from a world in which it is known. */
class UpliftTest {
    private static final double[] RATES = {0.02, 0.05, 0.11, 0.04};
    private static final double UNIFORM = 0.055;

    /** A policy that takes the best arm, and a random one with the floor's probability. */
    private static Weights play(long seed, int n, double floor, double offset) {
        Weights weights = new Weights();
        RoundRandom rng = new RoundRandom(seed, 1);
        for (int i = 0; i < n; i++) {
            int arm = rng.nextDouble() < floor ? rng.nextInt(RATES.length) : 2;
            double p = floor / RATES.length + (arm == 2 ? 1 - floor : 0);
            double y = rng.nextDouble() < RATES[arm] ? 1 : 0;
            weights.add(Attribution.weight(RATES.length, p), y + offset);
        }
        return weights;
    }

    private static double truth(double floor) {
        return (1 - floor) * RATES[2] + floor * UNIFORM - UNIFORM;
    }

    /**
     * With 500 repetitions the standard error of the coverage is 0.01. The delta method is a little short when few random arms were
     * tried; below 0.90 or above 0.99 it is wrong, and by chance alone never so far off.
     */
    @ParameterizedTest
    @CsvSource({"0.1", "0.3", "0.6"})
    void theIntervalContainsTheTruthInAboutNineteenOfTwentyCases(double floor) {
        int inside = 0;
        int repetitions = 500;
        double sum = 0;
        for (int r = 0; r < repetitions; r++) {
            IntervalEstimate uplift = play(r, 5000, floor, 0).uplift();
            inside += uplift.low() <= truth(floor) && truth(floor) <= uplift.high() ? 1 : 0;
            sum += uplift.value();
        }
        assertThat((double) inside / repetitions).isBetween(0.90, 0.99);
        assertThat(sum / repetitions).isCloseTo(truth(floor), within(0.003));
    }

    @Test
    void equalRewardsSayNothingOfADifference() {
        Weights weights = new Weights();
        for (int i = 0; i < 200; i++) {
            weights.add(Attribution.weight(2, i % 2 == 0 ? 0.9 : 0.1), 0.3);
        }
        assertThat(weights.uplift().value()).isNaN();
        weights.add(Attribution.weight(2, 0.9), 1);
        assertThat(weights.uplift().low()).isFinite();
    }

    @Test
    void theVarianceIsThatOfTheDefinition() {
        RoundRandom rng = new RoundRandom(5, 5);
        int n = 400;
        double[] w = new double[n];
        double[] y = new double[n];
        Weights weights = new Weights();
        for (int i = 0; i < n; i++) {
            double p = 0.1 + 0.9 * rng.nextDouble();
            w[i] = 1 / (2 * p);
            y[i] = rng.nextGaussian() + i % 3;
            weights.add(Attribution.weight(2, p), y[i]);
        }
        double sumW = 0;
        double sumWy = 0;
        double sumY = 0;
        for (int i = 0; i < n; i++) {
            sumW += w[i];
            sumWy += w[i] * y[i];
            sumY += y[i];
        }
        double variance = 0;
        for (int i = 0; i < n; i++) {
            double psi = y[i] - sumY / n - w[i] * n / sumW * (y[i] - sumWy / sumW);
            variance += psi * psi / n / n;
        }
        IntervalEstimate uplift = weights.uplift();
        assertThat(uplift.value()).isCloseTo(sumY / n - sumWy / sumW, within(1e-12));
        assertThat(uplift.high() - uplift.value()).isCloseTo(1.959964 * Math.sqrt(variance), within(1e-6));
    }

    @Test
    void aRandomPolicyHasNoUpliftAndSaysSoExactly() {
        IntervalEstimate uplift = play(3, 1000, 1, 0).uplift();
        assertThat(uplift.value()).isCloseTo(0, within(1e-12));
    }

    @Test
    void nothingIsSaidWherePropensitiesAreUnknownOrTooFewDecisionsCount() {
        Weights unknown = play(1, 1000, 0.3, 0);
        for (int i = 0; i < 200; i++) {
            unknown.add(Double.NaN, 1);
        }
        assertThat(unknown.uplift().value()).isNaN();
        assertThat(new Weights().uplift().value()).isNaN();
        Weights few = play(1, 2000, 0.002, 0); // a handful of random arms, each of which counts for hundreds
        assertThat(few.effectiveSampleSize()).isLessThan(30);
        assertThat(few.uplift().value()).isNaN();
    }

    /** The draws of the uniform share tell the value of a random arm where probabilities are unknown; false-alarm rate as above. */
    @Test
    void drawsOfTheUniformShareTellTheUpliftOfATunerWithoutProbabilities() {
        double share = 0.05;
        int inside = 0;
        int repetitions = 300;
        for (int r = 0; r < repetitions; r++) {
            Weights weights = new Weights();
            for (int i = 0; i < 5000; i++) {
                RoundRandom rng = new RoundRandom(r, i);
                boolean drawn = rng.nextDouble() < share;
                int arm = drawn ? rng.nextInt(RATES.length) : 2;
                weights.add(Attribution.weight(share, drawn), rng.nextDouble() < RATES[arm] ? 1 : 0);
            }
            double random = Arrays.stream(RATES).average().orElseThrow();
            double truth = (1 - share) * (RATES[2] - random);
            IntervalEstimate uplift = weights.uplift();
            inside += uplift.low() <= truth && truth <= uplift.high() ? 1 : 0;
            assertThat(weights.uniform(0).mean()).isCloseTo(random, within(0.2));
        }
        assertThat((double) inside / repetitions).isBetween(0.90, 0.99);
        assertThat(Attribution.weight(0, false)).isNaN();
    }
}
