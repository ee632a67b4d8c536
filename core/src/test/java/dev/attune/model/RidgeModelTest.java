package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RidgeModelTest {
    /** A stream with everything that the definitions need. */
    private static final class Stream {
        final RidgeModel model;
        final double[][] sum;
        final double[] b;
        final double[][] x;
        final double[] y;

        Stream(int d, double lambda, int n) {
            RoundRandom rng = new RoundRandom(1, d);
            model = new RidgeModel(d, lambda);
            sum = new double[d][d];
            b = new double[d];
            x = new double[n][];
            y = new double[n];
            double[] star = Oracle.gaussian(rng, d, 1);
            for (int s = 0; s < n; s++) {
                x[s] = Oracle.gaussian(rng, d, 1);
                y[s] = Oracle.dot(star, x[s]) + 0.5 * rng.nextGaussian();
                model.add(x[s], y[s]);
                Oracle.addOuter(sum, 1, x[s]);
                for (int i = 0; i < d; i++) {
                    b[i] += x[s][i] * y[s];
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void thetaSolvesTheNormalEquations(int d) {
        Stream s = new Stream(d, 0.4, 30);
        double[] theta = Oracle.solve(Oracle.plusDiagonal(s.sum, 0.4), s.b);
        assertThat(Oracle.relativeError(s.model.mean(), theta)).isLessThan(1e-12);
        assertThat(s.model.count()).isEqualTo(30);
    }

    @Test
    void thePriorAloneKnowsNothing() {
        RidgeModel model = new RidgeModel(3, 4);
        assertThat(model.mean()).containsOnly(0);
        assertThat(model.noise()).isZero();
        assertThat(model.count()).isZero();
        assertThat(model.precision().inverse()[2][2]).isEqualTo(0.25);
    }

    @Test
    void oneRewardByHand() {
        // V = diag(2, 2) + (1, 2)(1, 2)' = [3 2; 2 6], b = (3, 6), |V| = 14: theta = (18 - 12, 18 - 6)/14.
        RidgeModel model = new RidgeModel(2, 2);
        model.add(new double[] {1, 2}, 3);
        assertThat(model.mean()[0]).isCloseTo(6.0 / 14, within(1e-15));
        assertThat(model.mean()[1]).isCloseTo(12.0 / 14, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void meansAndWidthsAreThoseOfTheDefinition(int d) {
        Stream s = new Stream(d, 2.5, 12);
        double[][] v = Oracle.plusDiagonal(s.sum, 2.5);
        double[] theta = Oracle.solve(v, s.b);
        ScoredRound round = new ScoredRound();
        round.resize(12, d);
        s.model.meansAndWidths(ActionSet.ofRows(s.x), round);
        for (int k = 0; k < 12; k++) {
            double width = Math.sqrt(Oracle.dot(s.x[k], Oracle.solve(v, s.x[k])));
            assertThat(round.mean()[k]).isCloseTo(Oracle.dot(s.x[k], theta), within(1e-12));
            assertThat(round.bonus()[k]).isCloseTo(width, within(1e-12));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 6})
    void aDrawIsSharedByAllArms(int d) {
        Stream s = new Stream(d, 0.4, 12);
        ScoredRound round = new ScoredRound();
        round.resize(12, d);
        s.model.meansAndDraw(ActionSet.ofRows(s.x), new RoundRandom(2, 0), round);
        double[] u = new double[d];
        RoundRandom.gaussians(new RoundRandom(2, 0), u);
        s.model.precision().shape(u);
        for (int k = 0; k < 12; k++) {
            assertThat(round.mean()[k]).isCloseTo(Oracle.dot(s.x[k], s.model.mean()), within(1e-13));
            assertThat(round.bonus()[k]).isCloseTo(Oracle.dot(s.x[k], u), within(1e-13));
        }
    }

    /** Residuals as a sum over the data: sum (y - x'theta)^2 + lambda |theta|^2 equals yy - b'theta. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 9})
    void noiseIsTheResidualDeviationWithOneExtraObservation(int d) {
        Stream s = new Stream(d, 0.4, 25);
        assertThat(s.model.noise()).isCloseTo(Math.sqrt((meanSquare(s) + residual(s, 0.4)) / 26), within(1e-12));
    }

    private static double meanSquare(Stream s) {
        return Oracle.dot(s.y, s.y) / s.y.length;
    }

    private static double residual(Stream s, double lambda) {
        double[] theta = Oracle.solve(Oracle.plusDiagonal(s.sum, lambda), s.b);
        double sum = lambda * Oracle.dot(theta, theta);
        for (int k = 0; k < s.y.length; k++) {
            double error = s.y[k] - Oracle.dot(s.x[k], theta);
            sum += error * error;
        }
        return sum;
    }

    @Test
    void noiseApproachesTheTrueDeviation() {
        // The estimate's relative standard deviation is 1/sqrt(2n) = 0.5 %; 6 of them: false-alarm rate 2e-9.
        assertThat(new Stream(4, 1, 20_000).model.noise()).isCloseTo(0.5, within(0.5 * 0.03));
    }

    @Test
    void noiseOfOneRewardIsItsSizeAtMost() {
        RidgeModel model = new RidgeModel(1, 1);
        model.add(new double[] {1}, -3);
        // yy = 9, theta = -1.5, residual 9 - 4.5: (9 + 4.5)/2.
        assertThat(model.noise()).isCloseTo(Math.sqrt(6.75), within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void evidenceIsTheMarginalLikelihoodUpToAConstant(int d) {
        // y ~ N(0, s^2 C), C = I + X X'/l, with s^2 integrated out under an inverse gamma prior of shape 1/2 and
        // scale yy/(2n): ln p = const - 1/2 ln|C| - (n+1)/2 ln(yy/(2n) + y'C^-1 y / 2). n x n, another route.
        int n = 14;
        Stream s = new Stream(d, 1, n);
        double[] direct = new double[3];
        double[] ours = new double[3];
        double[] lambdas = {0.05, 1, 30};
        for (int k = 0; k < 3; k++) {
            double[][] c = Oracle.diagonal(n, 1);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    c[i][j] += Oracle.dot(s.x[i], s.x[j]) / lambdas[k];
                }
            }
            double quadratic = Oracle.dot(s.y, Oracle.solve(c, s.y));
            direct[k] = -0.5 * Oracle.logDeterminant(c)
                    - 0.5 * (n + 1) * Math.log(Oracle.dot(s.y, s.y) / (2 * n) + quadratic / 2);
            ours[k] = s.model.logEvidence(lambdas[k]);
        }
        assertThat(ours[1] - ours[0]).isCloseTo(direct[1] - direct[0], within(1e-10));
        assertThat(ours[2] - ours[1]).isCloseTo(direct[2] - direct[1], within(1e-10));
    }

    @Test
    void evidenceDoesNotDependOnTheLambdaInForce() {
        assertThat(new Stream(3, 5, 20).model.logEvidence(0.7))
                .isCloseTo(new Stream(3, 0.1, 20).model.logEvidence(0.7), within(1e-11));
    }

    /** Coefficients drawn with precision 25/s^2: over 40 of them the best lambda is 25 within a factor. */
    @Test
    void theLambdaOfLargestEvidenceIsNearTheTrueOne() {
        int d = 40;
        double noise = 0.5;
        double lambda = 25; // theta_i ~ N(0, s^2 / lambda)
        RoundRandom rng = new RoundRandom(3, 0);
        double[] star = Oracle.gaussian(rng, d, noise / Math.sqrt(lambda));
        RidgeModel model = new RidgeModel(d, 1);
        for (int s = 0; s < 3000; s++) {
            double[] x = Oracle.gaussian(rng, d, 1);
            model.add(x, Oracle.dot(star, x) + noise * rng.nextGaussian());
        }
        double best = 0;
        double bestEvidence = Double.NEGATIVE_INFINITY;
        for (double l = 0.1; l < 1e4; l *= 1.1) {
            double evidence = model.logEvidence(l);
            if (evidence > bestEvidence) {
                bestEvidence = evidence;
                best = l;
            }
        }
        // ln of the estimate deviates by sqrt(2/40) = 0.22; a factor of 3.5 is 5.6 of them: false-alarm rate 2e-8.
        assertThat(best).isBetween(25 / 3.5, 25 * 3.5);
    }

    @Test
    void evidenceWithoutRewardsIsRefused() {
        RidgeModel model = new RidgeModel(2, 1);
        assertThatIllegalStateException().isThrownBy(() -> model.logEvidence(1)).withMessageContaining("not zero");
        model.add(new double[] {1, 0}, 0);
        assertThatIllegalStateException().isThrownBy(() -> model.logEvidence(1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-50, 1e-4, 1e4, 1e6, 1e8, 1e50, 1e100})
    void featuresOfAnyScaleGiveTheirCoefficients(double scale) {
        RoundRandom rng = new RoundRandom(4, 0);
        RidgeModel model = new RidgeModel(3, 1);
        double[][] v = Oracle.diagonal(3, 1 / (scale * scale)); // of x/scale, so that the oracle stays in range
        double[] b = new double[3];
        for (int s = 0; s < 30; s++) {
            double[] x = Oracle.gaussian(rng, 3, 1);
            double y = x[0] - 2 * x[1] + 0.5 * x[2] + 0.1 * rng.nextGaussian();
            model.add(new double[] {scale * x[0], scale * x[1], scale * x[2]}, y);
            Oracle.addOuter(v, 1, x);
            for (int i = 0; i < 3; i++) {
                b[i] += y * x[i];
            }
            if (s >= 3) {
                double[] expected = Oracle.solve(v, b);
                double[] scaled = new double[3];
                for (int i = 0; i < 3; i++) {
                    scaled[i] = model.mean()[i] * scale;
                }
                assertThat(Oracle.relativeError(scaled, expected)).isLessThan(1e-9);
            }
        }
    }

    @Test
    void aSavedAndRestoredModelGoesOnBitForBit() {
        Stream s = new Stream(4, 0.5, 600);
        RidgeModel copy = new RidgeModel(4, 0.5);
        Oracle.restore(Oracle.save(s.model::writeState), copy::writeState, copy::readState);
        for (int k = 0; k < 100; k++) {
            s.model.add(s.x[k], s.y[k]);
            copy.add(s.x[k], s.y[k]);
        }
        assertThat(copy.mean()).containsExactly(s.model.mean());
        assertThat(copy.noise()).isEqualTo(s.model.noise());
        assertThat(copy.count()).isEqualTo(700);
        assertThat(copy.logEvidence(2)).isEqualTo(s.model.logEvidence(2));
    }
}
