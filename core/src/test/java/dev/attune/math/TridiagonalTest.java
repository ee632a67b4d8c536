package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
