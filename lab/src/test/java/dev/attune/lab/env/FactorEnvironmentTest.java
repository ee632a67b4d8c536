package dev.attune.lab.env;

import static dev.attune.lab.env.Traces.NO_SETTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.RewardRange;
import dev.attune.lab.data.Factors;
import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;

class FactorEnvironmentTest {
    private static final int MOVIES = 50;
    private static final String FINGERPRINT = "0".repeat(64);
    private final Factors factors = new Factors(random(3, 400, 1), random(3, MOVIES, 2));
    private final FactorEnvironment linear = new FactorEnvironment(factors, 10, Outcome.gaussian(0.5), FINGERPRINT);
    private final FactorEnvironment logistic = new FactorEnvironment(factors, 10, Outcome.LOGISTIC, FINGERPRINT);

    @Test
    void theLawsHold() {
        EnvironmentLaws.hold(linear, 50);
        EnvironmentLaws.hold(logistic, 50);
        assertThat(Traces.trace(linear, 1, 3)).isNotEqualTo(Traces.trace(linear, 2, 3));
        assertThat(logistic.rewards()).isEqualTo(RewardRange.UNIT);
        assertThat(linear.mostRounds()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void armsAreDifferentMoviesAndTheLongestHasLengthOne() {
        Rounds rounds = linear.open(3, 100);
        for (int t = 1; t <= 100; t++) {
            ActionSet arms = rounds.next();
            assertThat(arms.arms()).isEqualTo(10);
            double longest = 0;
            for (int arm = 0; arm < 10; arm++) {
                double[] x = arms.features(arm);
                longest = Math.max(longest, x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
                for (int other = 0; other < arm; other++) {
                    assertThat(x).isNotEqualTo(arms.features(other));
                }
            }
            assertThat(longest).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void theMeansOfARepetitionAreLinearInOneUserOfLengthOne() {
        // regrets against arm 0 are differences of means, so three of them give theta*
        Rounds rounds = linear.open(4, 1000);
        double[] theta = {Double.NaN};
        for (int t = 1; t <= 20; t++) {
            ActionSet arms = rounds.next();
            double[] solved = theta(arms, rounds);
            if (t > 1) {
                assertThat(solved).containsExactly(theta, within(1e-6));
            }
            theta = solved;
        }
        assertThat(theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2])
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void noiseHasTheStatedDeviationAndClicksTheStatedProbability() {
        // The luck of a round is the same for all arms: reward - mean, and mean = best - regret, so differences cancel.
        int n = 20_000;
        Rounds noisy = linear.open(5, n);
        Rounds silent = new FactorEnvironment(factors, 10, Outcome.gaussian(0), FINGERPRINT).open(5, n);
        double squares = 0;
        double sum = 0;
        for (int t = 1; t <= n; t++) {
            noisy.next();
            silent.next();
            double noise = noisy.reward(0, NO_SETTING) - silent.reward(0, NO_SETTING);
            sum += noise;
            squares += noise * noise;
        }
        // Standard errors 0.0035 and 0.0025; five of them: a false alarm in a million.
        assertThat(sum / n).isCloseTo(0, within(0.018));
        assertThat(Math.sqrt(squares / n)).isCloseTo(0.5, within(0.0125));

        Rounds clicks = logistic.open(5, n);
        Rounds means = new FactorEnvironment(factors, 10, Outcome.gaussian(0), FINGERPRINT).open(5, n);
        double excess = 0;
        for (int t = 1; t <= n; t++) {
            clicks.next();
            means.next();
            double z = means.reward(t % 10, NO_SETTING);
            excess += clicks.reward(t % 10, NO_SETTING) - 1 / (1 + Math.exp(-z));
        }
        assertThat(excess / n).isCloseTo(0, within(0.018));
    }

    @Test
    void moreArmsThanMoviesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FactorEnvironment(factors, MOVIES + 1, Outcome.LOGISTIC, ""))
                .withMessage("arms = 51 is more than the 50 movies there are");
    }

    private static double[] theta(ActionSet arms, Rounds rounds) {
        double[][] a = new double[3][];
        double[] b = new double[3];
        double[] first = arms.features(0);
        for (int i = 0; i < 3; i++) {
            double[] x = arms.features(i + 1);
            a[i] = new double[] {x[0] - first[0], x[1] - first[1], x[2] - first[2]};
            b[i] = rounds.regret(0, NO_SETTING) - rounds.regret(i + 1, NO_SETTING);
        }
        double det = determinant(a, b, -1);
        return new double[] {determinant(a, b, 0) / det, determinant(a, b, 1) / det, determinant(a, b, 2) / det};
    }

    /** Of a, with b in the place of one column (Cramer's rule). */
    private static double determinant(double[][] a, double[] b, int column) {
        double[][] m = new double[3][3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                m[i][j] = j == column ? b[i] : a[i][j];
            }
        }
        return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
                - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    }

    private static double[][] random(int features, int rows, long seed) {
        double[][] values = new double[features][rows];
        for (int i = 0; i < features; i++) {
            RoundRandom.gaussians(new RoundRandom(seed, i), values[i]);
        }
        return values;
    }
}
