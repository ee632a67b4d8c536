package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrecisionTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void everyFormIsThatOfLambdaPlusTheWeightedSum(int d) {
        for (double lambda : new double[] {1, 0.3, 7}) {
            RoundRandom rng = new RoundRandom(1, d);
            Precision precision = new Precision(d, lambda);
            double[][] v = Oracle.diagonal(d, lambda);
            assertForms(precision, v);
            for (int t = 0; t < 40; t++) {
                double[] x = Oracle.gaussian(rng, d, 1);
                double w = t % 5 == 0 ? 0 : 3 * rng.nextDouble();
                double leverage = Oracle.dot(x, Oracle.solve(v, x));
                assertThat(precision.add(w, x)).isCloseTo(leverage, within(1e-12 * leverage));
                Oracle.addOuter(v, w, x);
                assertForms(precision, v);
            }
        }
    }

    private static void assertForms(Precision precision, double[][] v) {
        int d = v.length;
        double[][] inverse = Oracle.inverse(v);
        assertThat(Oracle.relativeError(Oracle.plusDiagonal(precision.sum(), precision.lambda()), v))
                .isLessThan(1e-13);
        assertThat(Oracle.relativeError(precision.inverse(), inverse)).isLessThan(1e-12);
        double[] b = new double[d];
        Arrays.setAll(b, i -> i - 1.5);
        double[] solved = new double[d];
        precision.solve(b, solved);
        assertThat(Oracle.relativeError(solved, Oracle.solve(v, b))).isLessThan(1e-12);
        assertThat(Oracle.relativeError(covarianceOfDraws(precision), inverse)).isLessThan(1e-12);
    }

    /** M M' where shape() multiplies by M: the exact covariance of a draw. */
    private static double[][] covarianceOfDraws(Precision precision) {
        int d = precision.inverse().length;
        double[][] covariance = new double[d][d];
        for (int i = 0; i < d; i++) {
            double[] column = new double[d];
            column[i] = 1;
            precision.shape(column);
            Oracle.addOuter(covariance, 1, column);
        }
        return covariance;
    }

    @Test
    void bothTrianglesStayEqualBitForBit() {
        RoundRandom rng = new RoundRandom(2, 0);
        Precision precision = new Precision(7, 0.5);
        for (int t = 0; t < 600; t++) {
            precision.add(rng.nextDouble(), Oracle.gaussian(rng, 7, 1));
        }
        for (int i = 0; i < 7; i++) {
            for (int j = 0; j < i; j++) {
                assertThat(precision.inverse()[i][j]).isEqualTo(precision.inverse()[j][i]);
                assertThat(precision.sum()[i][j]).isEqualTo(precision.sum()[j][i]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 9})
    void widthsAreTheRootsOfTheQuadraticForms(int d) {
        RoundRandom rng = new RoundRandom(3, d);
        Precision precision = new Precision(d, 0.4);
        double[][] v = Oracle.diagonal(d, 0.4);
        double[][] rows = new double[11][];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = k == 3 ? new double[d] : Oracle.gaussian(rng, d, 1);
            precision.add(0.5, rows[k]);
            Oracle.addOuter(v, 0.5, rows[k]);
        }
        ScoredRound round = new ScoredRound();
        round.resize(rows.length, d);
        precision.widths(ActionSet.ofRows(rows), round);
        for (int k = 0; k < rows.length; k++) {
            double width = Math.sqrt(Oracle.dot(rows[k], Oracle.solve(v, rows[k])));
            assertThat(round.bonus()[k]).isCloseTo(width, within(1e-12));
        }
    }

    @Test
    void aMillionUpdatesKeepTheInverse() {
        int d = 10;
        RoundRandom rng = new RoundRandom(4, 0);
        Precision precision = new Precision(d, 0.5);
        double worst = 0;
        for (int t = 1; t <= 1_000_000; t++) {
            precision.add(1, Oracle.gaussian(rng, d, 0.3));
            if (t % 509 == 0 || t <= 100) { // coprime to the refresh period, so all phases of it are seen
                worst = worse(worst, precision);
            }
        }
        assertThat(worse(worst, precision)).isLessThan(1e-8);
    }

    @Test
    void collinearStreamsKeepTheInverse() {
        int d = 10;
        RoundRandom rng = new RoundRandom(5, 0);
        double[] direction = Oracle.gaussian(rng, d, 1);
        Precision precision = new Precision(d, 0.5);
        double worst = 0;
        for (int t = 1; t <= 100_000; t++) {
            double scale = rng.nextGaussian();
            double[] x = new double[d];
            Arrays.setAll(x, i -> scale * direction[i]);
            precision.add(1, x);
            if (t % 509 == 0) {
                worst = worse(worst, precision);
            }
        }
        assertThat(worse(worst, precision)).isLessThan(1e-8);
    }

    @Test
    void constantStreamsKeepTheInverse() {
        int d = 10;
        double[] x = Oracle.gaussian(new RoundRandom(6, 0), d, 1);
        Precision precision = new Precision(d, 0.5);
        double worst = 0;
        for (int t = 1; t <= 100_000; t++) {
            precision.add(0.25, x);
            if (t % 509 == 0) {
                worst = worse(worst, precision);
            }
        }
        assertThat(worse(worst, precision)).isLessThan(1e-8);
    }

    private static double worse(double worst, Precision precision) {
        double[][] v = Oracle.plusDiagonal(precision.sum(), precision.lambda());
        return Math.max(worst, Oracle.distanceFromIdentity(v, precision.inverse()));
    }

    /** The first rewards of unscaled features outweigh the prior by scale squared; nothing may be lost over that. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-100, 1e-8, 1e-3, 1e2, 1e4, 1e6, 1e8, 1e12, 1e50, 1e100})
    void featuresOfAnyScaleKeepTheInverseAtEveryUpdate(double scale) {
        int d = 4;
        RoundRandom rng = new RoundRandom(7, 0);
        Precision precision = new Precision(d, 1);
        for (int t = 1; t <= 50; t++) {
            precision.add(1, Oracle.gaussian(rng, d, scale));
            if (t >= d) { // before that S alone is singular, and S + lambda I is S where the scale is large
                assertThat(worse(0, precision)).isLessThan(1e-8);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1e-3, 1e3, 1e6, 1e9})
    void oneFeatureOfAnotherScaleLeavesTheOthersTheirDigits(double scale) {
        // With D = diag(scale, 1, 1), the stream D x under the prior D lambda D has V^-1 = D^-1 W^-1 D^-1 where W is
        // that of x. The prior is lambda I instead, so compare after enough rewards in the scaled directions.
        RoundRandom rng = new RoundRandom(8, 0);
        Precision precision = new Precision(3, 1);
        double[][] w = {{1 / (scale * scale), 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int t = 0; t < 20; t++) {
            double[] x = Oracle.gaussian(rng, 3, 1);
            Oracle.addOuter(w, 1, x);
            precision.add(1, new double[] {scale * x[0], x[1], x[2]});
            double[][] expected = Oracle.inverse(w);
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    double unscaled = precision.inverse()[i][j] * (i == 0 ? scale : 1) * (j == 0 ? scale : 1);
                    double size = Math.sqrt(expected[i][i] * expected[j][j]);
                    assertThat(unscaled).isCloseTo(expected[i][j], within(1e-9 * size));
                }
            }
        }
    }

    /** S is so large along (1, 1) that lambda is far below its rounding; the width across it must stay 1/lambda. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e2, 1e4, 1e6, 1e8, 1e10})
    void thePriorSurvivesAcrossALargeCollinearStream(double scale) {
        Precision precision = new Precision(2, 0.25);
        for (int t = 0; t < 1500; t++) {
            precision.add(1, new double[] {scale, scale});
        }
        double[] across = {Math.sqrt(0.5), -Math.sqrt(0.5)};
        assertThat(Symmetric.quadratic(precision.inverse(), across)).isCloseTo(4, within(1e-4));
        assertThat(Symmetric.quadratic(covarianceOfDraws(precision), across)).isCloseTo(4, within(1e-4));
    }

    /** The same with other directions and lengths: rounding leaves x' B x anywhere, below -1/w too. */
    @ParameterizedTest
    @ValueSource(doubles = {1e3, 1e5, 1e7, 1e9, 1e11})
    void thePriorSurvivesAcrossCollinearFeaturesOfAnyLength(double scale) {
        RoundRandom rng = new RoundRandom(13, 0);
        for (int run = 0; run < 20; run++) {
            double[] along = Oracle.unit(rng, 3);
            double[] across = {along[1], -along[0], 0};
            double square = Oracle.dot(across, across);
            Precision precision = new Precision(3, 1);
            for (int t = 0; t < 300; t++) {
                double length = scale * (0.5 + rng.nextDouble());
                double leverage =
                        precision.add(1, new double[] {length * along[0], length * along[1], length * along[2]});
                assertThat(leverage).isNotNegative();
                double width = Symmetric.quadratic(precision.inverse(), across);
                assertThat(width).isCloseTo(square, within(0.01 * square));
            }
        }
    }

    @Test
    void drawsHaveTheInverseAsCovariance() {
        int d = 4;
        int draws = 200_000;
        RoundRandom rng = new RoundRandom(9, 0);
        Precision precision = new Precision(d, 0.7);
        double[][] v = Oracle.diagonal(d, 0.7);
        for (int t = 0; t < 10; t++) {
            double[] x = Oracle.gaussian(rng, d, 1);
            precision.add(1.5, x);
            Oracle.addOuter(v, 1.5, x);
        }
        // With V = L L', L'u is standard normal if u ~ N(0, V^-1). Sums of products of n standard normals have
        // variance n (i != j) and 2n (squares, less n). Fourteen sums (four means, ten products) at 6 standard
        // deviations: false-alarm rate below 14 * 2e-9 = 3e-8.
        double[][] l = Oracle.cholesky(v);
        double[] mean = new double[d];
        double[][] products = new double[d][d];
        double[] u = new double[d];
        double[] white = new double[d];
        for (int n = 0; n < draws; n++) {
            RoundRandom.gaussians(rng, u);
            precision.shape(u);
            for (int i = 0; i < d; i++) {
                white[i] = 0;
                for (int k = i; k < d; k++) {
                    white[i] += l[k][i] * u[k];
                }
                mean[i] += white[i];
            }
            Oracle.addOuter(products, 1, white);
        }
        for (int i = 0; i < d; i++) {
            assertThat(Math.abs(mean[i]) / Math.sqrt(draws)).isLessThan(6);
            for (int j = 0; j <= i; j++) {
                double deviation =
                        i == j ? (products[i][i] - draws) / Math.sqrt(2.0 * draws) : products[i][j] / Math.sqrt(draws);
                assertThat(Math.abs(deviation)).isLessThan(6);
            }
        }
    }

    @Test
    void aNewLambdaRebuildsAllForms() {
        RoundRandom rng = new RoundRandom(10, 0);
        Precision precision = new Precision(5, 1);
        double[][] v = Oracle.diagonal(5, 0.03);
        for (int t = 0; t < 12; t++) {
            double[] x = Oracle.gaussian(rng, 5, 1);
            precision.add(0.8, x);
            Oracle.addOuter(v, 0.8, x);
        }
        precision.lambda(0.03);
        assertThat(precision.lambda()).isEqualTo(0.03);
        assertForms(precision, v);
    }

    @Test
    void aReplacedSumRebuildsAllForms() {
        RoundRandom rng = new RoundRandom(11, 0);
        Precision precision = new Precision(5, 0.6);
        precision.add(1, Oracle.gaussian(rng, 5, 1));
        double[][] sum = new double[5][5];
        for (int t = 0; t < 4; t++) {
            Oracle.addOuter(sum, 2, Oracle.gaussian(rng, 5, 1));
        }
        assertThat(precision.replaceSum(sum)).isTrue();
        assertForms(precision, Oracle.plusDiagonal(sum, 0.6));
        sum[0][0] = 99;
        assertThat(precision.sum()[0][0]).isNotEqualTo(99);
    }

    @Test
    void aSumThatIsNotPositiveDefiniteIsRefusedAndNothingChanges() {
        Precision precision = new Precision(2, 0.5);
        precision.add(1, new double[] {1, 2});
        byte[] before = Oracle.save(precision::writeState);
        assertThat(precision.replaceSum(new double[][] {{1, 2}, {2, 1}})).isFalse();
        assertThat(precision.replaceSum(new double[][] {{Double.NaN, 0}, {0, 1}}))
                .isFalse();
        assertThat(precision.replaceSum(new double[][] {{Double.POSITIVE_INFINITY, 0}, {0, 1}}))
                .isFalse();
        assertThat(Oracle.save(precision::writeState)).isEqualTo(before);
    }

    @Test
    void aLambdaThatCannotBeIsRefusedAndNothingChanges() {
        Precision precision = new Precision(2, 0.5);
        precision.add(1e200, new double[] {1, 1});
        byte[] before = Oracle.save(precision::writeState);
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> precision.lambda(bad))
                    .withMessageContaining("lambda = " + bad);
        }
        assertThatThrownBy(() -> precision.lambda(1e-10))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("1.0E-10");
        assertThat(Oracle.save(precision::writeState)).isEqualTo(before);
    }

    @Test
    void badArgumentsAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Precision(0, 1))
                .withMessageContaining("dimension = 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Precision(2, 0))
                .withMessageContaining("lambda = 0.0");
    }

    @Test
    void aLeverageBeyondTheRangeOfDoublesIsRefusedAndNothingChanges() {
        Precision precision = new Precision(2, 1e-150);
        byte[] before = Oracle.save(precision::writeState);
        assertThatThrownBy(() -> precision.add(1, new double[] {1e100, 1}))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("1.0E-150");
        assertThat(Oracle.save(precision::writeState)).isEqualTo(before);
    }

    /** Refresh phase and drift included: the copy goes on bit for bit as the original does. */
    @Test
    void aSavedAndRestoredMatrixGoesOnBitForBit() {
        RoundRandom rng = new RoundRandom(12, 0);
        Precision original = new Precision(6, 0.5);
        for (int t = 0; t < 700; t++) {
            original.add(rng.nextDouble(), Oracle.gaussian(rng, 6, 1));
        }
        Precision copy = new Precision(6, 3);
        Oracle.restore(Oracle.save(original::writeState), copy::writeState, copy::readState);
        for (int t = 0; t < 700; t++) {
            double[] x = Oracle.gaussian(rng, 6, 1);
            original.add(0.5, x);
            copy.add(0.5, x);
        }
        assertThat(Oracle.save(copy::writeState)).isEqualTo(Oracle.save(original::writeState));
    }
}
