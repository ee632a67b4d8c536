package dev.attune.math;

/**
 * Cholesky factor of a positive definite matrix, V = R'R, R upper triangular by rows.
 *
 * <p>All loops run along rows of R, so that they are vectorised; nothing is allocated after construction. Not thread-safe: the
 * object holds its own scratch.
 */
public final class Cholesky {
    private final int d;
    private double[][] r;
    private double[][] spare;
    private final double[] cosine;
    private final double[] sine;

    /** The factor of the identity of order d. */
    public Cholesky(int d) {
        if (d < 1) {
            throw new IllegalArgumentException("dimension must be at least 1: " + d);
        }
        this.d = d;
        r = Symmetric.scaledIdentity(d, 1.0);
        spare = new double[d][d];
        cosine = new double[d];
        sine = new double[d];
    }

    public int dimension() {
        return d;
    }

    /** Factors v, of which only the upper triangle is read. Returns false, factor unchanged, if v is not positive definite or not finite. */
    public boolean factor(double[][] v) {
        double[][] f = spare;
        for (int i = 0; i < d; i++) {
            System.arraycopy(v[i], i, f[i], i, d - i);
        }
        for (int k = 0; k < d; k++) {
            if (!scalePivotRow(f[k], k)) {
                return false;
            }
            for (int i = k + 1; i < d; i++) {
                subtractFrom(f[i], f[k], f[k][i], i, d);
            }
        }
        spare = r;
        r = f;
        return true;
    }

    private boolean scalePivotRow(double[] row, int k) {
        double pivot = row[k];
        if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
            return false;
        }
        double root = Math.sqrt(pivot);
        row[k] = root;
        for (int j = k + 1; j < d; j++) {
            row[j] /= root;
        }
        return true;
    }

    /** V += x x' in O(d^2) by Givens rotations; x is unchanged, work holds at least d. */
    public void update(double[] x, double[] work) {
        System.arraycopy(x, 0, work, 0, d);
        for (int k = 0; k < d; k++) {
            double wk = work[k];
            if (wk != 0) {
                double[] row = r[k];
                double root = Math.sqrt(Math.fma(row[k], row[k], wk * wk));
                rotate(row, work, row[k] / root, wk / root, k, d);
                row[k] = root;
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

    /**
     * V -= x x' in O(d^2); x is unchanged, work holds at least d. Returns false, factor unchanged, if the result would not be
     * positive definite to working accuracy.
     *
     * <p>The rotations are found from R' p = x before any row is touched (LINPACK's dchdd, rows instead of columns).
     */
    public boolean downdate(double[] x, double[] work) {
        System.arraycopy(x, 0, work, 0, d);
        solveLower(work);
        double left = 1.0 - Symmetric.dot(work, work, d);
        if (!(left > MIN_LEFT)) {
            return false;
        }
        double alpha = Math.sqrt(left);
        for (int i = d - 1; i >= 0; i--) {
            double root = Math.sqrt(Math.fma(alpha, alpha, work[i] * work[i]));
            cosine[i] = alpha / root;
            sine[i] = work[i] / root;
            alpha = root;
        }
        java.util.Arrays.fill(work, 0, d, 0.0);
        for (int i = d - 1; i >= 0; i--) {
            rotateBack(r[i], work, cosine[i], sine[i], i, d);
        }
        return true;
    }

    private static final double MIN_LEFT = 1e-13;

    private static void rotateBack(double[] row, double[] w, double c, double s, int from, int to) {
        for (int j = from; j < to; j++) {
            double a = row[j];
            double b = w[j];
            row[j] = Math.fma(c, a, -(s * b));
            w[j] = Math.fma(c, b, s * a);
        }
    }

    /** Solves R' y = b in place. */
    public void solveLower(double[] b) {
        for (int i = 0; i < d; i++) {
            double y = b[i] / r[i][i];
            b[i] = y;
            subtractFrom(b, r[i], y, i + 1, d);
        }
    }

    /** Solves R x = y in place; with standard normals in y the result is a draw from N(0, V^-1). */
    public void solveUpper(double[] y) {
        for (int i = d - 1; i >= 0; i--) {
            double[] row = r[i];
            double s = y[i];
            for (int j = i + 1; j < d; j++) {
                s = Math.fma(-row[j], y[j], s);
            }
            y[i] = s / row[i];
        }
    }

    /** Solves V x = b in place. */
    public void solve(double[] b) {
        solveLower(b);
        solveUpper(b);
    }

    /** Writes V^-1 as full symmetric rows. */
    public void inverse(double[][] out) {
        for (int i = 0; i < d; i++) {
            double[] row = out[i];
            java.util.Arrays.fill(row, 0, d, 0.0);
            row[i] = 1.0;
            for (int j = 0; j < i; j++) {
                subtractFrom(row, out[j], r[j][i], 0, j + 1);
            }
            divide(row, r[i][i], i + 1);
        }
        for (int i = d - 1; i >= 0; i--) {
            double[] row = out[i];
            for (int j = i + 1; j < d; j++) {
                subtractFrom(row, out[j], r[i][j], 0, i + 1);
            }
            divide(row, r[i][i], i + 1);
        }
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                out[i][j] = out[j][i];
            }
        }
    }

    private static void subtractFrom(double[] target, double[] source, double w, int from, int to) {
        double minus = -w;
        for (int j = from; j < to; j++) {
            target[j] = Math.fma(minus, source[j], target[j]);
        }
    }

    private static void divide(double[] row, double by, int to) {
        for (int j = 0; j < to; j++) {
            row[j] /= by;
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

    /** R itself, upper triangular by rows (what lies below the diagonal is not defined); live, for state files. */
    public double[][] rows() {
        return r;
    }

    public void copyFrom(Cholesky other) {
        if (other.d != d) {
            throw new IllegalArgumentException("dimension " + other.d + " is not " + d);
        }
        for (int i = 0; i < d; i++) {
            System.arraycopy(other.r[i], 0, r[i], 0, d);
        }
    }
}
