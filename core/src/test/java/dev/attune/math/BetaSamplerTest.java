package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Draws against exact distribution functions. By the inequality of Dvoretzky, Kiefer and Wolfowitz with Massart's constant
 * the empirical distribution function of n draws is further than eps from the true one with a chance of at most 2 exp(-2 n
 * eps^2): {@value #FALSE_ALARM} for eps = {@value #EPS} and n = {@value #N}. About 20 samples make 2e-8 for the class.
 */
class BetaSamplerTest {
    private static final int N = 60_000;
    private static final double EPS = 0.01337;
    private static final double FALSE_ALARM = 1e-9;

    @Test
    void theFalseAlarmRateIsAsStated() {
        assertThat(2 * Math.exp(-2.0 * N * EPS * EPS)).isLessThan(FALSE_ALARM);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1,2", "2,1", "2,2", "3,7", "40,5", "1,200", "300,300"})
    void betaWithWholeShapesFollowsTheBinomialSum(int a, int b) {
        follows(rng -> BetaSampler.beta(rng, a, b), x -> wholeBeta(x, a, b));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.3, 0.999, 1.7, 12.5})
    void betaWithOneShapeOneFollowsAPower(double a) {
        follows(rng -> BetaSampler.beta(rng, a, 1), x -> Math.pow(x, a));
        if (a > 0.1) { // below that most draws round to one
            follows(rng -> BetaSampler.beta(rng, 1, a), x -> 1 - Math.pow(1 - x, a));
        }
    }

    @Test
    void betaWithHalvesFollowsTheArcsine() {
        follows(rng -> BetaSampler.beta(rng, 0.5, 0.5), x -> 2 / Math.PI * Math.asin(Math.sqrt(x)));
    }

    @Test
    void extremeShapesStayInTheUnitInterval() {
        double[] shapes = {1e-300, 1e-8, 1, 1e8, 1e300};
        for (double a : shapes) {
            for (double b : shapes) {
                for (int k = 0; k < 100; k++) {
                    assertThat(BetaSampler.beta(new RoundRandom(4, k), a, b))
                            .as("Beta(%s, %s)", a, b)
                            .isBetween(0.0, 1.0);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void badShapesAreRefusedByName(double shape) {
        RandomGenerator rng = new RoundRandom(1, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BetaSampler.beta(rng, 1, shape))
                .withMessageContaining("shape b = " + shape);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BetaSampler.beta(rng, shape, 1))
                .withMessageContaining("shape a = " + shape);
    }

    /** Pinned, because another number is another decision at the same seed. */
    @Test
    void theFirstDrawsAreThese() {
        RoundRandom rng = new RoundRandom(42, 1);
        assertThat(BetaSampler.beta(rng, 2, 3)).isEqualTo(0.8870490687727496);
        assertThat(BetaSampler.beta(rng, 0.5, 4)).isEqualTo(0.023996295106799254);
    }

    private static void follows(ToDoubleFunction<RandomGenerator> draw, DoubleUnaryOperator cdf) {
        double[] sample = new double[N];
        for (int k = 0; k < N; k++) {
            sample[k] = draw.applyAsDouble(new RoundRandom(2024, k));
        }
        Arrays.sort(sample);
        double distance = 0;
        for (int k = 0; k < N; k++) {
            double f = cdf.applyAsDouble(sample[k]);
            distance = Math.max(distance, Math.max(Math.abs((k + 1.0) / N - f), Math.abs(f - (double) k / N)));
        }
        assertThat(distance).isLessThan(EPS);
    }

    /** P(Beta(a, b) at most x) = P(Binomial(a+b-1, x) at least a). */
    private static double wholeBeta(double x, int a, int b) {
        int n = a + b - 1;
        double logX = Math.log(x);
        double logRest = Math.log1p(-x);
        double logChoose = 0; // of n over j, from j = 0
        double sum = 0;
        for (int j = 0; j <= n; j++) {
            if (j >= a) {
                sum += Math.exp(logChoose + j * logX + (n - j) * logRest);
            }
            logChoose += Math.log((n - j) / (j + 1.0));
        }
        return Math.min(1, sum);
    }
}
