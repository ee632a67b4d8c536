package dev.attune.math;

import java.util.Arrays;

/**
 * Cholesky factor of a positive definite matrix, V = R'R, R upper triangular by rows.
 *
 * <p>Loops run along rows of R, four at a time where they can. Nothing is allocated after construction. What lies below the diagonal of the rows of R is
 * never read or written.
 */
public final class Cholesky {
    private final int d;
    private final double[][] r;

    /** The factor of the identity of order d. */
    public Cholesky(int d) {
        if (d < 1) {
            throw new IllegalArgumentException("dimension must be at least 1: " + d);
        }
        this.d = d;
        r = Symmetric.scaledIdentity(d, 1.0);
    }

    /**
     * Factors a matrix, reading and overwriting its upper triangle. False, and the factor unchanged, if it is not finite and positive
     * definite.
     */
    public boolean factor(double[][] f) {
        for (int i = 0; i < d; i++) {
            double[] row = f[i];
            int k = i & 3;
            for (int h = 0; h < k; h++) {
                Symmetric.addScaled(row, -f[h][i], f[h], i, d);
            }
            for (; k < i; k += 4) {
                subtractFour(row, f, k, -f[k][i], -f[k + 1][i], -f[k + 2][i], -f[k + 3][i], i, d);
            }
            double pivot = row[i];
            if (!(pivot > 0 && pivot < Double.POSITIVE_INFINITY)) {
                return false;
            }
            row[i] = Math.sqrt(pivot);
            scale(row, 1 / row[i], i + 1, d);
        }
        copyUpper(f);
        return true;
    }

    private void copyUpper(double[][] from) {
        for (int i = 0; i < d; i++) {
            System.arraycopy(from[i], i, r[i], i, d - i);
        }
    }

    private static void subtractFour(
            double[] target, double[][] rows, int k, double c0, double c1, double c2, double c3, int from, int to) {
        Symmetric.addFourScaled(target, c0, rows[k], c1, rows[k + 1], c2, rows[k + 2], c3, rows[k + 3], from, to);
    }

    private static void scale(double[] row, double by, int from, int to) {
        for (int j = from; j < to; j++) {
            row[j] *= by;
        }
    }

    /** V += x x' in O(d^2) by Givens rotations; x, which must be finite, is unchanged; work holds at least d. */
    public void update(double[] x, double[] work) {
        System.arraycopy(x, 0, work, 0, d);
        for (int k = 0; k < d; k++) {
            double wk = work[k];
            if (wk != 0) {
                double[] row = r[k];
                double root = Math.sqrt(Math.fma(row[k], row[k], wk * wk));
                rotate(row, work, row[k] / root, wk / root, k, d);
            }
        }
    }

    private static void rotate(double[] row, double[] w, double c, double s, int from, int to) {
        for (int j = from; j < to; j++) {
            double a = row[j];
            double b = w[j];
            row[j] = Math.fma(c, a, s * b);
            w[j] = Math.fma(c, b, -(s * a));
        }
    }

    /** Solves R'y = b in place. */
    public void solveLower(double[] b) {
        for (int i = 0; i < d; i++) {
            b[i] /= r[i][i];
            Symmetric.addScaled(b, -b[i], r[i], i + 1, d);
        }
    }

    /** Solves R'Y = B in place for several right-hand sides at once, given by d rows of any length. */
    public void solveLower(double[][] b) {
        for (int i = 0; i < d; i++) {
            double[] row = b[i];
            int n = row.length;
            int k = i & 3;
            for (int h = 0; h < k; h++) {
                Symmetric.addScaled(row, -r[h][i], b[h], 0, n);
            }
            for (; k < i; k += 4) {
                subtractFour(row, b, k, -r[k][i], -r[k + 1][i], -r[k + 2][i], -r[k + 3][i], 0, n);
            }
            scale(row, 1 / r[i][i], 0, n);
        }
    }

    /**
     * Solves R x = y in place; with standard normals in y the result is a draw from N(0, V^-1).
     *
     * <p>Four rows at a time: their sums do not wait for one another.
     */
    public void solveUpper(double[] y) {
        int i = d;
        for (; i >= 4; i -= 4) {
            solveFour(r[i - 4], r[i - 3], r[i - 2], r[i - 1], i, y);
        }
        for (; i > 0; i--) {
            double[] row = r[i - 1];
            double s = y[i - 1];
            for (int j = i; j < d; j++) {
                s = Math.fma(-row[j], y[j], s);
            }
            y[i - 1] = s / row[i - 1];
        }
    }

    private void solveFour(double[] r0, double[] r1, double[] r2, double[] r3, int end, double[] y) {
        double s0 = y[end - 4];
        double s1 = y[end - 3];
        double s2 = y[end - 2];
        double s3 = y[end - 1];
        for (int j = d - 1; j >= end; j--) {
            double v = -y[j];
            s0 = Math.fma(r0[j], v, s0);
            s1 = Math.fma(r1[j], v, s1);
            s2 = Math.fma(r2[j], v, s2);
            s3 = Math.fma(r3[j], v, s3);
        }
        double y3 = s3 / r3[end - 1];
        double y2 = Math.fma(-r2[end - 1], y3, s2) / r2[end - 2];
        double y1 = Math.fma(-r1[end - 2], y2, Math.fma(-r1[end - 1], y3, s1)) / r1[end - 3];
        s0 = Math.fma(-r0[end - 2], y2, Math.fma(-r0[end - 1], y3, s0));
        y[end - 4] = Math.fma(-r0[end - 3], y1, s0) / r0[end - 4];
        y[end - 3] = y1;
        y[end - 2] = y2;
        y[end - 1] = y3;
    }

    /** Solves V x = b in place. */
    public void solve(double[] b) {
        solveLower(b);
        solveUpper(b);
    }

    /** Writes V^-1 as full symmetric rows: first L = R'^-1, then the lower triangle of R^-1 L, row by row, then its mirror. */
    public void inverse(double[][] out) {
        for (int i = 0; i < d; i++) {
            double[] row = out[i];
            Arrays.fill(row, 0, d, 0.0);
            row[i] = 1.0;
            int k = i & 3;
            for (int h = 0; h < k; h++) {
                Symmetric.addScaled(row, -r[h][i], out[h], 0, h + 1);
            }
            for (; k < i; k += 4) {
                subtractFour(row, out, k, -r[k][i], -r[k + 1][i], -r[k + 2][i], -r[k + 3][i], 0, k + 4);
            }
            scale(row, 1 / r[i][i], 0, i + 1);
        }
        for (int i = d - 1; i >= 0; i--) {
            double[] row = out[i];
            double[] c = r[i];
            int k = i + 1 + ((d - i - 1) & 3);
            for (int h = i + 1; h < k; h++) {
                Symmetric.addScaled(row, -c[h], out[h], 0, i + 1);
            }
            for (; k < d; k += 4) {
                subtractFour(row, out, k, -c[k], -c[k + 1], -c[k + 2], -c[k + 3], 0, i + 1);
            }
            scale(row, 1 / c[i], 0, i + 1);
        }
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                out[i][j] = out[j][i];
            }
        }
    }

    /** log det V. */
    public double logDeterminant() {
        double sum = 0;
        for (int i = 0; i < d; i++) {
            sum += StrictMath.log(r[i][i]);
        }
        return 2 * sum;
    }

    /** The rows of R, live; what lies below the diagonal is not part of R, and may be used for something else. */
    public double[][] rows() {
        return r;
    }
}
