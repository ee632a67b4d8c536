package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Determinants and forms against those of a Cholesky factor of the shifted matrix itself. */
class TridiagonalTest {
    private static final double[] SHIFTS = {1e-3, 0.1, 1, 7, 1e3};

    private static void assertAsDefined(double[][] a, double[] b, double factor) {
        int d = b.length;
        Tridiagonal reduced = new Tridiagonal(d);
        reduced.reduce(Samples.copy(a), b);
        for (double shift : SHIFTS) {
            double l = factor * shift;
            double[][] shifted = Samples.copy(a);
            for (int i = 0; i < d; i++) {
                shifted[i][i] += l;
            }
            Cholesky factorised = new Cholesky(d);
            assertThat(factorised.factor(shifted)).isTrue();
            double[] u = b.clone();
            factorised.solveLower(u);
            double form = Symmetric.dot(u, u, d);

            assertThat(reduced.shift(l)).as("l = %s", l).isTrue();

            double logDeterminant = factorised.logDeterminant();
            assertThat(reduced.logDeterminant())
                    .as("l = %s", l)
                    .isCloseTo(logDeterminant, within(1e-9 * (1 + Math.abs(logDeterminant))));
            assertThat(reduced.form()).as("l = %s", l).isCloseTo(form, within(1e-9 * form));
        }
    }

    private static double[][] outerSum(RandomGenerator random, int d, int rank, double factor) {
        double[][] a = new double[d][d];
        for (int s = 0; s < rank; s++) {
            Symmetric.rankOne(a, factor, Samples.vector(random, d));
        }
        return a;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 25, 70})
    void determinantsAndFormsAreThoseOfTheShiftedMatrix(int d) {
        RandomGenerator random = Samples.random(d);
        for (int rank : new int[] {0, 1, 2, d / 2, d, 3 * d}) {
            assertAsDefined(outerSum(random, d, rank, 1), Samples.vector(random, d), 1);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-180, 1e180})
    void verySmallAndVeryLargeEntriesAreReduced(double factor) {
        RandomGenerator random = Samples.random(3);
        double[] b = Samples.vector(random, 20);
        for (int i = 0; i < b.length; i++) {
            b[i] *= Math.sqrt(factor);
        }
        assertAsDefined(outerSum(random, 20, 40, factor), b, factor);
    }

    /** Coordinates that no sum has seen, and such that were seen alone: rows with nothing to eliminate. */
    @Test
    void rowsThatAreTridiagonalAlreadyAreLeftAlone() {
        double[][] a = new double[12][12];
        for (int i = 0; i < 12; i += 3) {
            a[i][i] = 1 + i;
        }
        a[2][5] = 0.5;
        a[5][2] = 0.5;
        a[2][2] = 1;
        a[5][5] = 1;
        assertAsDefined(a, Samples.vector(Samples.random(4), 12), 1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 2", "2, 1, 1", "5, 3, 4", "9, 9, 3", "9, 2, 9", "25, 60, 30", "40, 7, 6"})
    void matricesAreSolvedWithTheShiftedMatrix(int d, int rank, int columns) {
        RandomGenerator random = Samples.random(d + 100L * rank);
        double[][] a = new double[d][d];
        double[][] c = new double[d][columns];
        double[] b = new double[d];
        for (int s = 0; s < rank; s++) {
            double[] x = Samples.vector(random, d);
            double[] z = Samples.vector(random, columns);
            Symmetric.rankOne(a, 1, x);
            for (int i = 0; i < d; i++) {
                b[i] += 0.1 * (1 + s) * x[i];
                Symmetric.addScaled(c[i], x[i], z, 0, columns);
            }
        }
        Tridiagonal reduced = new Tridiagonal(d);
        double[][] rotated = Samples.copy(c);
        reduced.reduce(Samples.copy(a), b, rotated);
        for (double l : SHIFTS) {
            double[][] shifted = Samples.copy(a);
            for (int i = 0; i < d; i++) {
                shifted[i][i] += l;
            }
            Cholesky factor = new Cholesky(d);
            assertThat(factor.factor(shifted)).isTrue();
            double[][] g = Samples.copy(c);
            double[] u = b.clone();
            factor.solveLower(g);
            factor.solveLower(u);

            double[][] rows = new double[d][columns];
            double[] vector = new double[d];
            assertThat(reduced.shift(l)).isTrue();
            int n = reduced.solve(rotated, rows, vector);

            assertThat(n).isLessThanOrEqualTo(Math.min(d, rank + 2));
            for (int p = 0; p < columns; p++) {
                assertClose(product(column(rows, p, n), vector), product(column(g, p, d), u));
                for (int q = 0; q < columns; q++) {
                    assertClose(
                            product(column(rows, p, n), column(rows, q, n)), product(column(g, p, d), column(g, q, d)));
                }
            }
        }
    }

    private static double[] column(double[][] a, int j, int rows) {
        double[] column = new double[rows];
        Arrays.setAll(column, i -> a[i][j]);
        return column;
    }

    private static double product(double[] a, double[] b) {
        return Symmetric.dot(a, b, a.length);
    }

    private static void assertClose(double actual, double expected) {
        assertThat(actual).isCloseTo(expected, within(1e-8 * (1 + Math.abs(expected))));
    }

    @Test
    void aMatrixThatIsNotPositiveDefiniteHasNoDeterminant() {
        Tridiagonal reduced = new Tridiagonal(3);
        reduced.reduce(new double[][] {{1, 2, 0}, {2, 1, 0}, {0, 0, 1}}, new double[] {1, 1, 1});

        assertThat(reduced.shift(0.5)).isFalse();
        assertThat(reduced.logDeterminant()).isNaN();
        assertThat(reduced.form()).isNaN();
        assertThat(reduced.shift(1.5)).isTrue();
    }
}
