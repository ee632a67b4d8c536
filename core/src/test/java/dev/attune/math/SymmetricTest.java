package dev.attune.math;

import static dev.attune.math.Closeness.assertBothTrianglesSameBits;
import static dev.attune.math.Closeness.assertClose;
import static dev.attune.math.Closeness.assertSameBits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricTest {
    private static final double TOLERANCE = 1e-12;

    private static double[][] plainOuterSum(double[][] a, double[][] rows, double[] w, int n) {
        double[][] sum = Samples.copy(a);
        for (int s = 0; s < n; s++) {
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < a.length; j++) {
                    sum[i][j] += w[s] * rows[s][i] * rows[s][j];
                }
            }
        }
        return sum;
    }

    private static double[][] oracleInverse(double[][] v) {
        DMatrixRMaj inverse = Samples.ejml(v);
        assertThat(CommonOps_DDRM.invert(inverse)).isTrue();
        return Samples.rows(inverse);
    }

    @Test
    void scaledIdentityHasTheScaleOnTheDiagonalAndZeroElsewhere() {
        assertThat(Symmetric.scaledIdentity(2, 3.0)).isDeepEqualTo(new double[][] {{3, 0}, {0, 3}});
    }

    @Test
    void aCopySharesNothingWithItsOriginal() {
        double[][] a = {{1, 2}, {2, 3}};

        double[][] copy = Symmetric.copy(a);
        copy[1][0] = 9;

        assertThat(copy).isDeepEqualTo(new double[][] {{1, 2}, {9, 3}});
        assertThat(a).isDeepEqualTo(new double[][] {{1, 2}, {2, 3}});
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void theLowerTriangleAloneHasTheSameBitsAsTheWholeMatrix(int d) {
        RandomGenerator random = Samples.random(d);
        double[][] whole = Symmetric.scaledIdentity(d, 0);
        double[][] lower = Symmetric.lower(d);
        for (double w : new double[] {0.3, -1.7, 0.9}) {
            double[] x = Samples.vector(random, d);
            Symmetric.rankOne(whole, w, x);
            Symmetric.rankOneLower(lower, w, x);
        }

        assertSameBits(Symmetric.full(lower), whole);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void rankOneBelowTheDiagonalLeavesTheRestAlone(int d) {
        RandomGenerator random = Samples.random(d);
        double[][] a = Samples.symmetric(random, d);
        double[][] whole = Samples.copy(a);
        double[][] before = Samples.copy(a);
        double[] x = Samples.vector(random, d);

        Symmetric.rankOneBelow(a, 0.3, x);
        Symmetric.rankOne(whole, 0.3, x);

        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                assertThat(a[i][j]).isEqualTo(j < i ? whole[i][j] : before[i][j]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void rankOneAddsTheWeightedOuterProductToBothTrianglesAlike(int d) {
        RandomGenerator random = Samples.random(d);
        double[][] a = Samples.symmetric(random, d);
        double[][] x = Samples.matrix(random, 2, d);
        double[] w = {0.3, -1.7};
        double[][] expected = plainOuterSum(a, x, w, 2);

        Symmetric.rankOne(a, w[0], x[0]);
        Symmetric.rankOne(a, w[1], x[1]);

        assertClose(a, expected, TOLERANCE);
        assertBothTrianglesSameBits(a);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void productsAgreeWithEjml(int d) {
        RandomGenerator random = Samples.random(d);
        double[][] a = Samples.symmetric(random, d);
        double[] x = Samples.vector(random, d);
        DMatrixRMaj ax = new DMatrixRMaj(d, 1);
        CommonOps_DDRM.mult(Samples.ejml(a), new DMatrixRMaj(d, 1, true, x.clone()), ax);
        double[] out = new double[d];

        Symmetric.multiply(a, x, out);

        assertClose(out, ax.data, d, TOLERANCE);
        double expected = CommonOps_DDRM.dot(ax, new DMatrixRMaj(d, 1, true, x.clone()));
        assertThat(Symmetric.quadratic(a, x)).isCloseTo(expected, within(1e-11));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25, 66, 67, 100})
    void aQuadraticFormBySumsOfRowsReadsTheUpperTriangleOnly(int d) {
        RandomGenerator random = Samples.random(d);
        double[][] a = Samples.symmetric(random, d);
        double[] x = Samples.vector(random, d);
        double expected = Symmetric.quadratic(a, x);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                a[i][j] = Double.NaN;
            }
        }
        double[] work = Samples.vector(random, d + 3); // whatever an earlier form left there

        assertThat(Symmetric.quadratic(a, x, work)).isCloseTo(expected, within(1e-12 * d * d));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void rankOneUpperAddsTheWeightedOuterProductToTheUpperTriangle(int d) {
        RandomGenerator random = Samples.random(d);
        double[][] a = Samples.symmetric(random, d);
        double[] x = Samples.vector(random, d);
        double[][] expected = plainOuterSum(a, new double[][] {x}, new double[] {-0.6}, 1);

        Symmetric.rankOneUpper(a, -0.6, x);

        Symmetric.mirror(a);
        assertClose(a, expected, TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 11})
    void dotSumsTheFirstEntriesOnly(int n) {
        double[] a = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1000};
        double[] b = {1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 1000};
        double expected = 0;
        for (int i = 0; i < n; i++) {
            expected += a[i] * b[i];
        }

        assertThat(Symmetric.dot(a, b, n)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void weightedOuterProductsOfAHistoryAgreeWithTheDefinition(int d) {
        RandomGenerator random = Samples.random(d);
        double[][] rows = Samples.matrix(random, 10, d);
        double[] w = Samples.vector(random, 10);
        for (int n = 0; n <= 9; n++) {
            double[][] a = Samples.symmetric(random, d);
            double[][] expected = plainOuterSum(a, rows, w, n);

            Symmetric.addWeightedOuter(a, rows, w, n);

            assertClose(a, expected, TOLERANCE);
            assertBothTrianglesSameBits(a);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void shermanMorrisonFollowsTheInverseUpAndDown(int d) {
        RandomGenerator random = Samples.random(d);
        double[][] v = Samples.positiveDefinite(random, d);
        double[][] b = oracleInverse(v);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                b[i][j] = b[j][i];
            }
        }
        double[] x = Samples.vector(random, d);
        double before = Symmetric.quadratic(b, x);
        double[] work = new double[d];

        double returned = Symmetric.shermanMorrison(b, 0.7, x, work);

        assertThat(returned).isCloseTo(before, within(TOLERANCE * (1 + before)));
        assertClose(b, oracleInverse(plainOuterSum(v, new double[][] {x}, new double[] {0.7}, 1)), 1e-10);
        assertBothTrianglesSameBits(b);

        Symmetric.shermanMorrison(b, -0.7, x, work);

        assertClose(b, oracleInverse(v), 1e-9);
        assertBothTrianglesSameBits(b);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1.0, -1.0000001, -5.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aChangeThatIsNotInvertibleIsRefusedAndLeavesTheMatrixUntouched(double w) {
        double[][] b = {{1, 0.25}, {0.25, 0.5}};
        double[][] before = Samples.copy(b);

        assertThatThrownBy(() -> Symmetric.shermanMorrison(b, w, new double[] {1, 0}, new double[2]))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining(Double.toString(w));

        assertSameBits(b, before);
    }

    @Test
    void featuresThatOverflowAreRefusedAndLeaveTheMatrixUntouched() {
        double[][] b = {{1, 0.25}, {0.25, 0.5}};
        double[][] before = Samples.copy(b);

        assertThatThrownBy(() -> Symmetric.shermanMorrison(b, 1, new double[] {1e200, 0}, new double[2]))
                .isInstanceOf(ArithmeticException.class);

        assertSameBits(b, before);
    }

    @Test
    void tenThousandUpdatesDriftLittle() {
        int d = 25;
        RandomGenerator random = Samples.random(11);
        double[][] v = Symmetric.scaledIdentity(d, Samples.LAMBDA);
        double[][] b = Symmetric.scaledIdentity(d, 1 / Samples.LAMBDA);
        double[] work = new double[d];
        for (int t = 0; t < 10_000; t++) {
            double[] x = Samples.vector(random, d);
            Symmetric.rankOne(v, 1, x);
            Symmetric.shermanMorrison(b, 1, x, work);
        }
        DMatrixRMaj product = new DMatrixRMaj(d, d);
        CommonOps_DDRM.mult(Samples.ejml(v), Samples.ejml(b), product);

        assertClose(Samples.rows(product), Symmetric.scaledIdentity(d, 1), 1e-9);
        assertBothTrianglesSameBits(v);
        assertBothTrianglesSameBits(b);
    }
}
