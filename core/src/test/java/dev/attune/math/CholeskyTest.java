package dev.attune.math;

import static dev.attune.math.Closeness.assertBothTrianglesSameBits;
import static dev.attune.math.Closeness.assertClose;
import static dev.attune.math.Closeness.assertSameBits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CholeskyTest {
    private static final double TOLERANCE = 1e-10;

    private static Cholesky factorOf(double[][] v) {
        Cholesky factor = new Cholesky(v.length);
        assertThat(factor.factor(Symmetric.copy(v))).isTrue();
        return factor;
    }

    /** R'R by the plain definition, reading nothing below R's diagonal. */
    private static double[][] squared(Cholesky factor) {
        double[][] r = factor.rows();
        int d = r.length;
        double[][] v = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                for (int k = 0; k <= Math.min(i, j); k++) {
                    v[i][j] += r[k][i] * r[k][j];
                }
            }
        }
        return v;
    }

    private static double[][] plus(double[][] v, double w, double[] x) {
        double[][] sum = Samples.copy(v);
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                sum[i][j] += w * x[i] * x[j];
            }
        }
        return sum;
    }

    private static double[] ejmlSolve(double[][] a, double[] b) {
        DMatrixRMaj x = new DMatrixRMaj(b.length, 1);
        assertThat(CommonOps_DDRM.solve(Samples.ejml(a), new DMatrixRMaj(b.length, 1, true, b.clone()), x))
                .isTrue();
        return x.data;
    }

    private static double[][] upper(double[][] rows, boolean transposed) {
        int d = rows.length;
        double[][] r = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++) {
                if (transposed) {
                    r[j][i] = rows[i][j];
                } else {
                    r[i][j] = rows[i][j];
                }
            }
        }
        return r;
    }

    @Test
    void aNewFactorIsThatOfTheIdentity() {
        Cholesky factor = new Cholesky(3);

        assertThat(squared(factor)).isDeepEqualTo(Symmetric.scaledIdentity(3, 1));
        assertThat(factor.logDeterminant()).isZero();
    }

    @Test
    void aDimensionBelowOneIsRefused() {
        assertThatThrownBy(() -> new Cholesky(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void theFactorSquaredIsTheMatrixAndItsDiagonalIsPositive(int d) {
        double[][] v = Samples.positiveDefinite(Samples.random(d), d);

        Cholesky factor = factorOf(v);

        assertClose(squared(factor), v, TOLERANCE);
        for (int i = 0; i < d; i++) {
            assertThat(factor.rows()[i][i]).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void onlyTheUpperTriangleIsRead(int d) {
        double[][] v = Samples.positiveDefinite(Samples.random(d), d);
        double[][] expected = squared(factorOf(v));
        for (int i = 0; i < d; i++) {
            java.util.Arrays.fill(v[i], 0, i, Double.NaN);
        }

        assertSameBits(squared(factorOf(v)), expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void solutionsInverseAndDeterminantAgreeWithEjml(int d) {
        RandomGenerator random = Samples.random(d);
        double[][] v = Samples.positiveDefinite(random, d);
        double[] b = Samples.vector(random, d);
        Cholesky factor = factorOf(v);
        double[] lower = b.clone();
        double[] upper = b.clone();
        double[] full = b.clone();
        double[][] inverse = Samples.matrix(random, d, d);

        factor.solveLower(lower);
        factor.solveUpper(upper);
        factor.solve(full);
        factor.inverse(inverse);

        assertClose(lower, ejmlSolve(upper(factor.rows(), true), b), d, TOLERANCE);
        assertClose(upper, ejmlSolve(upper(factor.rows(), false), b), d, TOLERANCE);
        assertClose(full, ejmlSolve(v, b), d, TOLERANCE);
        DMatrixRMaj expected = Samples.ejml(v);
        assertThat(CommonOps_DDRM.invert(expected)).isTrue();
        assertClose(inverse, Samples.rows(expected), TOLERANCE);
        assertBothTrianglesSameBits(inverse);
        assertThat(factor.logDeterminant()).isCloseTo(Math.log(CommonOps_DDRM.det(Samples.ejml(v))), within(TOLERANCE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25})
    void anUpdateEqualsARefactorisation(int d) {
        RandomGenerator random = Samples.random(d);
        double[][] v = Samples.positiveDefinite(random, d);
        double[] x = Samples.vector(random, d);
        x[d / 2] = 0;
        double[] given = x.clone();
        Cholesky factor = factorOf(v);
        double[] work = new double[d];

        factor.update(x, work);

        Cholesky larger = factorOf(plus(v, 1, x));
        assertClose(upper(factor.rows(), false), upper(larger.rows(), false), TOLERANCE);
        assertSameBits(x, given);
    }

    @Test
    void aMatrixThatIsNotPositiveDefiniteOrNotFiniteIsRefusedAndTheFactorUnchanged() {
        Cholesky factor = factorOf(new double[][] {{4, 1}, {1, 3}});
        double[][] before = Samples.copy(factor.rows());
        double[][][] refused = {
            {{1, 2}, {2, 1}},
            {{1, 1}, {1, 1}},
            {{0, 0}, {0, 1}},
            {{-1, 0}, {0, 1}},
            {{Double.NaN, 0}, {0, 1}},
            {{1, Double.NaN}, {Double.NaN, 1}},
            {{1, Double.NEGATIVE_INFINITY}, {Double.NEGATIVE_INFINITY, 1}},
            {{1, 0}, {0, Double.POSITIVE_INFINITY}},
            {{Double.POSITIVE_INFINITY, 0}, {0, 1}},
        };

        for (double[][] v : refused) {
            assertThat(factor.factor(v)).isFalse();
            assertSameBits(factor.rows(), before);
        }
        assertThat(factor.factor(new double[][] {{1, 0}, {0, 9}})).isTrue();
        assertThat(factor.rows()[1][1]).isEqualTo(3);
    }

    @Test
    void whatLiesBelowTheDiagonalIsNeitherReadNorWritten() {
        Cholesky factor = new Cholesky(6);
        for (int i = 0; i < 6; i++) {
            Arrays.fill(factor.rows()[i], 0, i, Double.NaN);
        }
        Cholesky other = new Cholesky(6);
        double[][] v = Samples.positiveDefinite(Samples.random(1), 6);

        factor.factor(Symmetric.copy(v));
        other.factor(v);
        double[] x = {1, 2, 3, 4, 5, 6};
        factor.update(x, new double[6]);
        other.update(x, new double[6]);

        double[][] inverse = new double[6][6];
        double[][] otherInverse = new double[6][6];
        factor.inverse(inverse);
        other.inverse(otherInverse);
        assertSameBits(inverse, otherInverse);
        for (int i = 1; i < 6; i++) {
            assertThat(Arrays.copyOf(factor.rows()[i], i)).containsOnly(Double.NaN);
        }
    }

    @Test
    void aFiniteMatrixWhoseLastRowOverflowsIsRefused() {
        Cholesky factor = new Cholesky(2);

        assertThat(factor.factor(new double[][] {{1e-300, 1e300}, {1e300, 1}})).isFalse();

        assertThat(squared(factor)).isDeepEqualTo(Symmetric.scaledIdentity(2, 1));
    }

    @Test
    void tenThousandUpdatesDriftLittle() {
        int d = 9;
        RandomGenerator random = Samples.random(5);
        double[][] v = Samples.positiveDefinite(random, d);
        Cholesky factor = factorOf(v);
        double[] work = new double[d];
        for (int t = 0; t < 10_000; t++) {
            double[] x = Samples.vector(random, d);
            factor.update(x, work);
            v = plus(v, 1, x);
        }

        assertClose(squared(factor), v, 1e-9);
    }
}
