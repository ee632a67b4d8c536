package dev.attune.math;

import java.util.Arrays;

/**
 * Linear and quadratic forms of all arms of a round in one pass; x is feature-major: x[i][k] = feature i of arm k.
 *
 * <p>Every loop runs across the arms, over separate row arrays, and no arm's sum depends on another's: the JIT compiler turns
 * eight (AVX-512) or four (AVX2) arms into one vector instruction, and the result is the same bit for bit on every machine. Rows
 * whose length comes from {@link #rowLength} are about a fifth faster than others.
 */
public final class ArmForms {
    private ArmForms() {}

    /**
     * The best length for a row of this many arms: the smallest that makes the whole array, header included, a multiple
     * of 64 bytes. Rows allocated one after another then share their alignment and one loop can align all of them.
     */
    public static int rowLength(int arms) {
        return arms + ((6 - arms) & 7);
    }

    /** out[k] = sum_i theta[i] x[i][k] for k below arms. */
    public static void linear(double[] theta, double[][] x, int arms, double[] out) {
        int d = theta.length;
        int i = d & 3;
        start(theta, x, i, arms, out);
        for (; i < d; i += 4) {
            addFour(theta[i], x[i], theta[i + 1], x[i + 1], theta[i + 2], x[i + 2], theta[i + 3], x[i + 3], arms, out);
        }
    }

    private static void start(double[] theta, double[][] x, int terms, int arms, double[] out) {
        if (terms == 0) {
            Arrays.fill(out, 0, arms, 0.0);
            return;
        }
        scale(theta[0], x[0], arms, out);
        for (int i = 1; i < terms; i++) {
            addOne(theta[i], x[i], arms, out);
        }
    }

    private static void scale(double w, double[] x, int n, double[] out) {
        for (int k = 0; k < n; k++) {
            out[k] = w * x[k];
        }
    }

    private static void addOne(double w, double[] x, int n, double[] out) {
        for (int k = 0; k < n; k++) {
            out[k] = Math.fma(w, x[k], out[k]);
        }
    }

    private static void addFour(
            double w0,
            double[] x0,
            double w1,
            double[] x1,
            double w2,
            double[] x2,
            double w3,
            double[] x3,
            int n,
            double[] out) {
        for (int k = 0; k < n; k++) {
            double s = Math.fma(w1, x1[k], Math.fma(w0, x0[k], out[k]));
            out[k] = Math.fma(w3, x3[k], Math.fma(w2, x2[k], s));
        }
    }

    /** Both linear forms, of u and of v, reading x once. */
    public static void linearPair(double[] u, double[] v, double[][] x, int arms, double[] outU, double[] outV) {
        int d = u.length;
        int i = d & 3;
        start(u, x, i, arms, outU);
        start(v, x, i, arms, outV);
        for (; i < d; i += 4) {
            addFourToBoth(u, v, i, x[i], x[i + 1], x[i + 2], x[i + 3], arms, outU, outV);
        }
    }

    private static void addFourToBoth(
            double[] u,
            double[] v,
            int i,
            double[] x0,
            double[] x1,
            double[] x2,
            double[] x3,
            int n,
            double[] outU,
            double[] outV) {
        double u0 = u[i];
        double u1 = u[i + 1];
        double u2 = u[i + 2];
        double u3 = u[i + 3];
        double v0 = v[i];
        double v1 = v[i + 1];
        double v2 = v[i + 2];
        double v3 = v[i + 3];
        for (int k = 0; k < n; k++) {
            double a = x0[k];
            double b = x1[k];
            double c = x2[k];
            double e = x3[k];
            outU[k] = Math.fma(u3, e, Math.fma(u2, c, Math.fma(u1, b, Math.fma(u0, a, outU[k]))));
            outV[k] = Math.fma(e, v3, Math.fma(c, v2, Math.fma(b, v1, Math.fma(a, v0, outV[k]))));
        }
    }

    /**
     * out[k] = x_k' B x_k for k below arms; of the symmetric b only the diagonal and the upper triangle are read.
     *
     * <p>Two rows of B and three columns at a time: five features are loaded once for six products, and each row's sum is
     * multiplied by its own feature before it leaves the registers. One column more and Java 17 stops vectorising (its unrolling
     * budget), and so it does when a feature stands at the same place in two operations: hence fma(p, v, .) in one row and
     * fma(v, q, .) in the other.
     */
    public static void quadratic(double[][] b, double[][] x, int arms, double[] out) {
        int d = b.length;
        Arrays.fill(out, 0, arms, 0.0);
        for (int i = 0; i + 1 < d; i += 2) {
            double[] p = b[i];
            double[] q = b[i + 1];
            int j = d - (d - i - 2) / 3 * 3;
            diagonal(p, q, x, i, j, arms, out);
            for (; j < d; j += 3) {
                twoByThree(x[i], x[i + 1], p, q, j, x[j], x[j + 1], x[j + 2], arms, out);
            }
        }
        if ((d & 1) == 1) {
            square(b[d - 1][d - 1], x[d - 1], arms, out);
        }
    }

    /** Rows i and i + 1 of B up to column j: the block on the diagonal and the none, one or two columns that do not fill a three. */
    private static void diagonal(double[] p, double[] q, double[][] x, int i, int j, int n, double[] out) {
        switch (j - i) {
            case 2 -> twoByTwo(x[i], x[i + 1], p[i], 2 * p[i + 1], q[i + 1], n, out);
            case 3 ->
                twoByTwo(x[i], x[i + 1], p[i], 2 * p[i + 1], q[i + 1], 2 * p[i + 2], 2 * q[i + 2], x[i + 2], n, out);
            default -> twoByTwo(x[i], x[i + 1], p, q, i, x[i + 2], x[i + 3], n, out);
        }
    }

    private static void twoByTwo(double[] y0, double[] y1, double p0, double p1, double q1, int n, double[] out) {
        for (int k = 0; k < n; k++) {
            double s = Math.fma(y0[k], Math.fma(p1, y1[k], p0 * y0[k]), out[k]);
            out[k] = Math.fma(y1[k], q1 * y1[k], s);
        }
    }

    private static void twoByTwo(
            double[] y0,
            double[] y1,
            double p0,
            double p1,
            double q1,
            double p2,
            double q2,
            double[] x2,
            int n,
            double[] out) {
        for (int k = 0; k < n; k++) {
            double v2 = x2[k];
            double s = Math.fma(y0[k], Math.fma(p2, v2, Math.fma(p1, y1[k], p0 * y0[k])), out[k]);
            out[k] = Math.fma(y1[k], Math.fma(v2, q2, q1 * y1[k]), s);
        }
    }

    private static void twoByTwo(
            double[] y0, double[] y1, double[] p, double[] q, int i, double[] x2, double[] x3, int n, double[] out) {
        double p0 = p[i];
        double p1 = 2 * p[i + 1];
        double p2 = 2 * p[i + 2];
        double p3 = 2 * p[i + 3];
        double q1 = q[i + 1];
        double q2 = 2 * q[i + 2];
        double q3 = 2 * q[i + 3];
        for (int k = 0; k < n; k++) {
            double v2 = x2[k];
            double v3 = x3[k];
            double s = Math.fma(y0[k], Math.fma(p3, v3, Math.fma(p2, v2, Math.fma(p1, y1[k], p0 * y0[k]))), out[k]);
            out[k] = Math.fma(y1[k], Math.fma(v3, q3, Math.fma(v2, q2, q1 * y1[k])), s);
        }
    }

    private static void twoByThree(
            double[] y0,
            double[] y1,
            double[] p,
            double[] q,
            int j,
            double[] x0,
            double[] x1,
            double[] x2,
            int n,
            double[] out) {
        double p0 = 2 * p[j];
        double p1 = 2 * p[j + 1];
        double p2 = 2 * p[j + 2];
        double q0 = 2 * q[j];
        double q1 = 2 * q[j + 1];
        double q2 = 2 * q[j + 2];
        for (int k = 0; k < n; k++) {
            double v0 = x0[k];
            double v1 = x1[k];
            double v2 = x2[k];
            double s = Math.fma(y0[k], Math.fma(p0, v0, Math.fma(p1, v1, p2 * v2)), out[k]);
            out[k] = Math.fma(y1[k], Math.fma(v2, q2, Math.fma(v1, q1, q0 * v0)), s);
        }
    }

    private static void square(double w, double[] x, int n, double[] out) {
        for (int k = 0; k < n; k++) {
            out[k] = Math.fma(x[k], w * x[k], out[k]);
        }
    }

    /** out[k] = sqrt(x_k' B x_k) for k below arms; a form that rounding left below zero has width zero. */
    public static void widths(double[][] b, double[][] x, int arms, double[] out) {
        quadratic(b, x, arms, out);
        for (int k = 0; k < arms; k++) {
            out[k] = Math.sqrt(Math.max(0.0, out[k]));
        }
    }
}
