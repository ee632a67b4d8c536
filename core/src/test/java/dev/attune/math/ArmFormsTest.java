package dev.attune.math;

import static dev.attune.math.Closeness.assertClose;
import static dev.attune.math.Closeness.assertSameBits;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArmFormsTest {
    private static final double TOLERANCE = 1e-12;
    private static final double UNTOUCHED = -77.0;

    /** Every remainder of every unrolled loop, and the size the kernels are made for. */
    static Stream<Arguments> sizes() {
        Stream<Arguments> small = IntStream.rangeClosed(1, 9)
                .boxed()
                .flatMap(d -> IntStream.rangeClosed(1, 9).mapToObj(k -> Arguments.of(d, k)));
        return Stream.concat(small, Stream.of(Arguments.of(25, 120), Arguments.of(24, 117), Arguments.of(26, 131)));
    }

    /** One longer than the arms, to see that a kernel stops where it should. */
    private static double[] output(int arms) {
        double[] out = new double[arms + 1];
        Arrays.fill(out, UNTOUCHED);
        return out;
    }

    private static double[] plainLinear(double[] theta, double[][] x, int arms) {
        double[] out = new double[arms];
        for (int k = 0; k < arms; k++) {
            for (int i = 0; i < theta.length; i++) {
                out[k] += theta[i] * x[i][k];
            }
        }
        return out;
    }

    /** diag(X'BX), as EJML multiplies it. */
    private static double[] oracleQuadratic(double[][] b, double[][] x, int arms) {
        DMatrixRMaj xs = Samples.ejml(x);
        DMatrixRMaj bx = new DMatrixRMaj(b.length, xs.numCols);
        CommonOps_DDRM.mult(Samples.ejml(b), xs, bx);
        DMatrixRMaj all = new DMatrixRMaj(xs.numCols, xs.numCols);
        CommonOps_DDRM.multTransA(xs, bx, all);
        return IntStream.range(0, arms).mapToDouble(k -> all.get(k, k)).toArray();
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void linearFormsAgreeWithTheDefinition(int d, int arms) {
        RandomGenerator random = Samples.random(d * 1000L + arms);
        double[] u = Samples.vector(random, d);
        double[] v = Samples.vector(random, d);
        double[][] x = Samples.matrix(random, d, arms + 2);
        double[] out = output(arms);
        double[] outU = output(arms);
        double[] outV = output(arms);

        ArmForms.linear(u, x, arms, out);
        ArmForms.linearPair(u, v, x, arms, outU, outV);

        assertClose(out, plainLinear(u, x, arms), arms, TOLERANCE);
        assertClose(outU, plainLinear(u, x, arms), arms, TOLERANCE);
        assertClose(outV, plainLinear(v, x, arms), arms, TOLERANCE);
        assertThat(new double[] {out[arms], outU[arms], outV[arms]}).containsOnly(UNTOUCHED);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void thePairGivesTheSameBitsAsTwoSingleForms(int d, int arms) {
        RandomGenerator random = Samples.random(d * 1000L + arms);
        double[] u = Samples.vector(random, d);
        double[] v = Samples.vector(random, d);
        double[][] x = Samples.matrix(random, d, arms);
        double[][] single = {output(arms), output(arms)};
        double[][] pair = {output(arms), output(arms)};

        ArmForms.linear(u, x, arms, single[0]);
        ArmForms.linear(v, x, arms, single[1]);
        ArmForms.linearPair(u, v, x, arms, pair[0], pair[1]);

        assertSameBits(pair, single);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void quadraticFormsAgreeWithEjml(int d, int arms) {
        RandomGenerator random = Samples.random(d * 1000L + arms);
        double[][] b = Samples.symmetric(random, d);
        double[][] x = Samples.matrix(random, d, arms + 3);
        double[] out = output(arms);

        ArmForms.quadratic(b, x, arms, out);

        assertClose(out, oracleQuadratic(b, x, arms), arms, TOLERANCE * d);
        assertThat(out[arms]).isEqualTo(UNTOUCHED);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void widthsAreTheRootsOfTheQuadraticForms(int d, int arms) {
        RandomGenerator random = Samples.random(d * 1000L + arms);
        double[][] v = Samples.positiveDefinite(random, d);
        double[][] x = Samples.matrix(random, d, arms);
        double[] out = output(arms);

        ArmForms.widths(v, x, arms, out);

        double[] expected =
                Arrays.stream(oracleQuadratic(v, x, arms)).map(Math::sqrt).toArray();
        assertClose(out, expected, arms, TOLERANCE);
        assertThat(out[arms]).isEqualTo(UNTOUCHED);
    }

    @Test
    void anArmsFormDoesNotDependOnItsPlaceOrOnTheOthers() {
        RandomGenerator random = Samples.random(3);
        double[][] b = Samples.symmetric(random, 25);
        double[][] x = Samples.matrix(random, 25, 120);
        double[] all = new double[120];
        ArmForms.quadratic(b, x, 120, all);

        for (int k = 0; k < 120; k++) {
            double[][] alone = new double[25][1];
            for (int i = 0; i < 25; i++) {
                alone[i][0] = x[i][k];
            }
            double[] out = new double[1];
            ArmForms.quadratic(b, alone, 1, out);
            assertThat(out[0]).as("arm %d", k).isEqualTo(all[k]);
        }
    }

    @Test
    void onlyOneTriangleIsRead() {
        RandomGenerator random = Samples.random(4);
        double[][] b = Samples.symmetric(random, 9);
        double[][] x = Samples.matrix(random, 9, 7);
        double[] expected = new double[7];
        ArmForms.quadratic(b, x, 7, expected);
        for (int i = 0; i < 9; i++) {
            Arrays.fill(b[i], 0, i, Double.NaN);
        }
        double[] out = new double[7];

        ArmForms.quadratic(b, x, 7, out);

        assertSameBits(out, expected);
    }

    @Test
    void aQuadraticFormBelowZeroHasWidthZeroAndNaNStaysNaN() {
        double[] out = new double[3];

        ArmForms.widths(new double[][] {{-1.0}}, new double[][] {{1.0, 0.0, Double.NaN}}, 3, out);

        assertThat(out).containsExactly(0.0, 0.0, Double.NaN);
    }

    @Test
    void aRowOfTheBestLengthFillsWholeCacheLinesAndIsNoLongerThanNeeded() {
        for (int arms = 1; arms <= 200; arms++) {
            int length = ArmForms.rowLength(arms);
            assertThat(length).isBetween(arms, arms + 7);
            assertThat((16 + 8 * length) % 64)
                    .as("bytes of a row for %d arms, header included", arms)
                    .isZero();
        }
    }
}
