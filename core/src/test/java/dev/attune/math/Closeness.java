package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Comparisons of arrays and matrices that name the entry that is off. */
final class Closeness {
    private Closeness() {}

    /** Each of the first n entries within tolerance of what is expected, relative to the larger of 1 and its size. */
    static void assertClose(double[] actual, double[] expected, int n, double tolerance) {
        for (int i = 0; i < n; i++) {
            assertThat(actual[i])
                    .as("entry %d", i)
                    .isCloseTo(expected[i], within(tolerance * Math.max(1, Math.abs(expected[i]))));
        }
    }

    static void assertClose(double[][] actual, double[][] expected, double tolerance) {
        for (int i = 0; i < expected.length; i++) {
            for (int j = 0; j < expected.length; j++) {
                assertThat(actual[i][j])
                        .as("entry (%d, %d)", i, j)
                        .isCloseTo(expected[i][j], within(tolerance * Math.max(1, Math.abs(expected[i][j]))));
            }
        }
    }

    static void assertSameBits(double[] actual, double[] expected) {
        assertThat(bits(actual)).containsExactly(bits(expected));
    }

    static void assertSameBits(double[][] actual, double[][] expected) {
        for (int i = 0; i < expected.length; i++) {
            assertThat(bits(actual[i])).as("row %d", i).containsExactly(bits(expected[i]));
        }
    }

    static void assertBothTrianglesSameBits(double[][] a) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < i; j++) {
                assertThat(Double.doubleToRawLongBits(a[i][j]))
                        .as("entry (%d, %d) and its mirror", i, j)
                        .isEqualTo(Double.doubleToRawLongBits(a[j][i]));
            }
        }
    }

    private static long[] bits(double[] x) {
        long[] bits = new long[x.length];
        for (int i = 0; i < x.length; i++) {
            bits[i] = Double.doubleToRawLongBits(x[i]);
        }
        return bits;
    }
}
