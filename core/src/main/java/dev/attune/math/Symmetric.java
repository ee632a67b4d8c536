package dev.attune.math;

import java.util.Arrays;

/**
 * Small symmetric matrices held as full rows (both triangles kept equal, bit for bit), or, where memory counts more than speed, as the rows of their lower
 * triangle.
 *
 * <p>Loops run along rows and touch several rows at once: at these sizes (d = 25) the start and the end of a loop cost as much as
 * its middle.
 */
public final class Symmetric {
    /** A rank-one change that leaves less than this share of the determinant is refused: nothing but rounding would be left. */
    private static final double LEAST_SHARE = 1e-12;

    private Symmetric() {}

    /** s times the identity of order d. */
    public static double[][] scaledIdentity(int d, double s) {
        double[][] a = new double[d][d];
        for (int i = 0; i < d; i++) {
            a[i][i] = s;
        }
        return a;
    }

    /** Zero of order d, as the rows of its lower triangle: half the memory. */
    public static double[][] lower(int d) {
        double[][] a = new double[d][];
        for (int i = 0; i < d; i++) {
            a[i] = new double[i + 1];
        }
        return a;
    }

    /** The full rows of a matrix of which the lower triangle is given, in rows that may go on after it. */
    public static double[][] full(double[][] lower) {
        int d = lower.length;
        double[][] a = new double[d][d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(lower[i], 0, a[i], 0, i + 1);
            for (int j = 0; j < i; j++) {
                a[j][i] = lower[i][j];
            }
        }
        return a;
    }

    /** A copy that shares nothing with a. */
    public static double[][] copy(double[][] a) {
        double[][] c = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            c[i] = a[i].clone();
        }
        return c;
    }

    /**
     * A += w x x'.
     *
     * <p>The product x_i x_j is rounded before the weight comes in: it is the same number in either triangle.
     */
    public static void rankOne(double[][] a, double w, double[] x) {
        int d = a.length;
        int i = d & 3;
        for (int k = 0; k < i; k++) {
            rankOneRow(a[k], w, x[k], x, d);
        }
        for (; i < d; i += 4) {
            rankOneRows(a[i], a[i + 1], a[i + 2], a[i + 3], w, x[i], x[i + 1], x[i + 2], x[i + 3], x, d);
        }
    }

    /** A += w x x' on the diagonal and in the lower triangle, as {@link #rankOne} computes it. */
    public static void rankOneLower(double[][] a, double w, double[] x) {
        rankOneBelow(a, w, x);
        for (int i = 0; i < a.length; i++) {
            a[i][i] = Math.fma(w, x[i] * x[i], a[i][i]);
        }
    }

    /** A += w x x' below the diagonal, as {@link #rankOne} computes it; all else in the rows is left alone. */
    public static void rankOneBelow(double[][] a, double w, double[] x) {
        int d = a.length;
        int i = d & 3;
        for (int k = 1; k < i; k++) {
            rankOneRow(a[k], w, x[k], x, k);
        }
        for (; i < d; i += 4) {
            double[] a1 = a[i + 1];
            double[] a2 = a[i + 2];
            double[] a3 = a[i + 3];
            double x0 = x[i];
            double x1 = x[i + 1];
            double x2 = x[i + 2];
            double x3 = x[i + 3];
            rankOneRows(a[i], a1, a2, a3, w, x0, x1, x2, x3, x, i);
            a1[i] = Math.fma(w, x1 * x0, a1[i]);
            a2[i] = Math.fma(w, x2 * x0, a2[i]);
            a2[i + 1] = Math.fma(w, x2 * x1, a2[i + 1]);
            a3[i] = Math.fma(w, x3 * x0, a3[i]);
            a3[i + 1] = Math.fma(w, x3 * x1, a3[i + 1]);
            a3[i + 2] = Math.fma(w, x3 * x2, a3[i + 2]);
        }
    }

    /** A += w x x' on the diagonal and in the upper triangle; the lower triangle has no meaning afterwards. */
    public static void rankOneUpper(double[][] a, double w, double[] x) {
        int d = a.length;
        int i = d & 3;
        for (int k = 0; k < i; k++) {
            addScaled(a[k], w * x[k], x, k, d);
        }
        for (; i < d; i += 4) {
            addToFour(a[i], a[i + 1], a[i + 2], a[i + 3], w * x[i], w * x[i + 1], w * x[i + 2], w * x[i + 3], x, i, d);
        }
    }

    /** Adds multiples of x to four rows from one column to another. */
    private static void addToFour(
            double[] a0,
            double[] a1,
            double[] a2,
            double[] a3,
            double w0,
            double w1,
            double w2,
            double w3,
            double[] x,
            int from,
            int to) {
        for (int j = from; j < to; j++) {
            double v = x[j];
            a0[j] = Math.fma(w0, v, a0[j]);
            a1[j] = Math.fma(w1, v, a1[j]);
            a2[j] = Math.fma(w2, v, a2[j]);
            a3[j] = Math.fma(w3, v, a3[j]);
        }
    }

    private static void rankOneRow(double[] a, double w, double xi, double[] x, int n) {
        for (int j = 0; j < n; j++) {
            a[j] = Math.fma(w, xi * x[j], a[j]);
        }
    }

    private static void rankOneRows(
            double[] a0,
            double[] a1,
            double[] a2,
            double[] a3,
            double w,
            double x0,
            double x1,
            double x2,
            double x3,
            double[] x,
            int n) {
        for (int j = 0; j < n; j++) {
            double v = x[j];
            a0[j] = Math.fma(w, x0 * v, a0[j]);
            a1[j] = Math.fma(w, x1 * v, a1[j]);
            a2[j] = Math.fma(w, x2 * v, a2[j]);
            a3[j] = Math.fma(w, x3 * v, a3[j]);
        }
    }

    /** out = A x. As A is symmetric this is a sum of its rows, which vectorises; a dot product per row would not. */
    public static void multiply(double[][] a, double[] x, double[] out) {
        ArmForms.linear(x, a, a.length, out);
    }

    /** x' A x; reads the diagonal and the lower triangle. */
    public static double quadratic(double[][] a, double[] x) {
        double squares = 0;
        double products = 0;
        for (int i = 0; i < a.length; i++) {
            squares = Math.fma(a[i][i] * x[i], x[i], squares);
            products = Math.fma(x[i], dot(a[i], x, i), products);
        }
        return Math.fma(2, products, squares);
    }

    /**
     * x' A x by sums of rows, which vectorise; reads the diagonal and the upper triangle. Faster than {@link #quadratic(double[][],
     * double[])} from about 20 rows on, with other last digits; work holds at least d.
     */
    public static double quadratic(double[][] a, double[] x, double[] work) {
        int d = a.length;
        Arrays.fill(work, 0, d, 0.0); // of column j: the sum of x_i a_ij over i < j
        double squares = 0;
        int i = d & 3;
        for (int k = 0; k < i; k++) {
            squares = Math.fma(a[k][k] * x[k], x[k], squares);
            addScaled(work, x[k], a[k], k + 1, d);
        }
        for (; i < d; i += 4) {
            double[] a0 = a[i];
            double[] a1 = a[i + 1];
            double[] a2 = a[i + 2];
            double[] a3 = a[i + 3];
            double x0 = x[i];
            double x1 = x[i + 1];
            double x2 = x[i + 2];
            double x3 = x[i + 3];
            squares = Math.fma(a0[i] * x0, x0, squares);
            squares = Math.fma(a1[i + 1] * x1, x1, squares);
            squares = Math.fma(a2[i + 2] * x2, x2, squares);
            squares = Math.fma(a3[i + 3] * x3, x3, squares);
            work[i + 1] = Math.fma(x0, a0[i + 1], work[i + 1]);
            work[i + 2] = Math.fma(x1, a1[i + 2], Math.fma(x0, a0[i + 2], work[i + 2]));
            work[i + 3] = Math.fma(x2, a2[i + 3], Math.fma(x1, a1[i + 3], Math.fma(x0, a0[i + 3], work[i + 3])));
            addFourScaled(work, x0, a0, x1, a1, x2, a2, x3, a3, i + 4, d);
        }
        return Math.fma(2, dot(x, work, d), squares);
    }

    /**
     * Turns B into (B^-1 + w x x')^-1 in place, by Sherman and Morrison; work holds at least d. Returns x' B x of the old B.
     *
     * @throws ArithmeticException if 1 + w x'Bx is not finite, or not clearly above zero as a downdate (w below zero) may make
     *     it; B is then unchanged
     */
    public static double shermanMorrison(double[][] b, double w, double[] x, double[] work) {
        multiply(b, x, work);
        double q = dot(x, work, b.length);
        double share = Math.fma(w, q, 1.0);
        if (!(share > LEAST_SHARE && share < Double.POSITIVE_INFINITY)) {
            throw new ArithmeticException("rank-one change of weight " + w + " refused: 1 + w x'Bx = " + share);
        }
        rankOne(b, -w / share, work);
        return q;
    }

    /**
     * A += sum over s below n of w[s] rows[s] rows[s]'.
     *
     * <p>Four history rows into two rows of A at a time, in the upper triangle only: six rows are read for eight products. The
     * lower triangle is copied at the end. The order of the sums depends on n alone.
     */
    public static void addWeightedOuter(double[][] a, double[][] rows, double[] w, int n) {
        int d = a.length;
        int s = 0;
        for (; s + 3 < n; s += 4) {
            addFourOuter(a, d, rows[s], w[s], rows[s + 1], w[s + 1], rows[s + 2], w[s + 2], rows[s + 3], w[s + 3]);
        }
        for (; s < n; s++) {
            for (int i = 0; i < d; i++) {
                addScaled(a[i], w[s] * rows[s][i], rows[s], i, d);
            }
        }
        mirror(a);
    }

    private static void addFourOuter(
            double[][] a,
            int d,
            double[] r0,
            double w0,
            double[] r1,
            double w1,
            double[] r2,
            double w2,
            double[] r3,
            double w3) {
        int i = 0;
        for (; i + 1 < d; i += 2) {
            int k = i + 1;
            double p0 = w0 * r0[i];
            double p1 = w1 * r1[i];
            double p2 = w2 * r2[i];
            double p3 = w3 * r3[i];
            double q0 = w0 * r0[k];
            double q1 = w1 * r1[k];
            double q2 = w2 * r2[k];
            double q3 = w3 * r3[k];
            addFourToBoth(a[i], p0, p1, p2, p3, a[k], q0, q1, q2, q3, r0, r1, r2, r3, i, d);
        }
        if (i < d) {
            addFourScaled(a[i], w0 * r0[i], r0, w1 * r1[i], r1, w2 * r2[i], r2, w3 * r3[i], r3, i, d);
        }
    }

    private static void addFourToBoth(
            double[] a,
            double p0,
            double p1,
            double p2,
            double p3,
            double[] b,
            double q0,
            double q1,
            double q2,
            double q3,
            double[] r0,
            double[] r1,
            double[] r2,
            double[] r3,
            int from,
            int to) {
        for (int j = from; j < to; j++) {
            double v0 = r0[j];
            double v1 = r1[j];
            double v2 = r2[j];
            double v3 = r3[j];
            a[j] = Math.fma(p3, v3, Math.fma(p2, v2, Math.fma(p1, v1, Math.fma(p0, v0, a[j]))));
            b[j] = Math.fma(v3, q3, Math.fma(v2, q2, Math.fma(v1, q1, Math.fma(v0, q0, b[j]))));
        }
    }

    /** t += c s from one column to another. */
    static void addScaled(double[] t, double c, double[] s, int from, int to) {
        for (int j = from; j < to; j++) {
            t[j] = Math.fma(c, s[j], t[j]);
        }
    }

    /** t += c0 s0 + c1 s1 + c2 s2 + c3 s3 from one column to another. */
    static void addFourScaled(
            double[] t,
            double c0,
            double[] s0,
            double c1,
            double[] s1,
            double c2,
            double[] s2,
            double c3,
            double[] s3,
            int from,
            int to) {
        for (int j = from; j < to; j++) {
            t[j] = Math.fma(c3, s3[j], Math.fma(c2, s2[j], Math.fma(c1, s1[j], Math.fma(c0, s0[j], t[j]))));
        }
    }

    /** Copies the upper triangle to the lower. */
    static void mirror(double[][] a) {
        for (int i = 1; i < a.length; i++) {
            double[] row = a[i];
            for (int j = 0; j < i; j++) {
                row[j] = a[j][i];
            }
        }
    }

    /** a'b over the first n entries, in four partial sums whose order is fixed. */
    public static double dot(double[] a, double[] b, int n) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 3 < n; i += 4) {
            s0 = Math.fma(a[i], b[i], s0);
            s1 = Math.fma(a[i + 1], b[i + 1], s1);
            s2 = Math.fma(a[i + 2], b[i + 2], s2);
            s3 = Math.fma(a[i + 3], b[i + 3], s3);
        }
        for (; i < n; i++) {
            s0 = Math.fma(a[i], b[i], s0);
        }
        return (s0 + s1) + (s2 + s3);
    }
}
