package dev.attune.math;

import java.util.Arrays;

/**
 * A symmetric matrix A, a vector b and, where it is given, a matrix C of d rows in a basis in which A is tridiagonal: T = Q'AQ, Q'b and Q'C. The reduction costs O(d^3)
 * once, O(r d^2) for a matrix of rank r; ln|A + l I| and b'(A + l I)^-1 b then cost O(d) for each l.
 *
 * <p>Householder's method: Golub, Van Loan, "Matrix Computations", 4th edition 2013, Algorithm 8.3.1. The matrix is divided by its
 * largest entry first, so that squares of entries neither overflow nor matter where they underflow.
 */
public final class Tridiagonal {
    private static final double LARGE = 1e100; // pivots are multiplied up to this before a logarithm is taken

    private static final double NEGLIGIBLE = 0x1p-46; // of the largest entry: what rounding may leave of a zero

    private final int d;
    private final double[] diagonal;
    private final double[] beside; // beside[i] couples i and i + 1
    private final double[] rotated; // Q'b, divided by sqrt(scale)
    private final double[] ratios; // T + l I = L P L': ratios[i] couples i and i - 1 in L
    private final double[] roots; // 1/sqrt of the pivots P
    private final double[] solved; // P^-1/2 L^-1 Q'b
    private final double[] v; // reflects
    private final double[] w;
    private double scale; // T is divided by it
    private double logDeterminant;
    private double form;

    /** Makes the reduction of the zero matrix of order d, and of the zero vector. */
    public Tridiagonal(int d) {
        this.d = d;
        diagonal = new double[d];
        beside = new double[d];
        rotated = new double[d];
        ratios = new double[d];
        roots = new double[d];
        solved = new double[d];
        v = new double[d];
        w = new double[d];
        scale = 1;
    }

    /** Reduces a matrix, given by full symmetric rows, which are overwritten, and a vector, which is not. */
    public void reduce(double[][] a, double[] b) {
        reduce(a, b, new double[d][0]);
    }

    /** Reduces a matrix and a vector as {@link #reduce(double[][], double[])}, and with them a matrix C, which becomes what {@link #solve} takes. */
    public void reduce(double[][] a, double[] b, double[][] c) {
        double largest = largest(a);
        scale = largest > 0 ? largest : 1;
        double root = Math.sqrt(scale);
        for (int i = 0; i < d; i++) {
            rotated[i] = b[i] / root;
            divide(a[i], scale);
            divide(c[i], root);
        }
        double[] sum = new double[d == 0 ? 0 : c[0].length];
        for (int k = 0; k + 2 < d; k++) {
            eliminate(a, k, c, sum);
        }
        if (d > 1) {
            beside[d - 2] = a[d - 2][d - 1];
        }
        for (int i = 0; i < d; i++) {
            diagonal[i] = a[i][i];
        }
    }

    private static void divide(double[] row, double by) {
        for (int j = 0; j < row.length; j++) {
            row[j] /= by;
        }
    }

    private static double largest(double[][] a) {
        double largest = 0;
        for (double[] row : a) {
            for (double value : row) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        return largest;
    }

    /** Reflects what is right of the diagonal in row k to a multiple of its first entry: A := H A H with H = I - beta v v'. */
    private void eliminate(double[][] a, int k, double[][] c, double[] sum) {
        int first = k + 1;
        Arrays.fill(v, 0, first, 0.0);
        System.arraycopy(a[k], first, v, first, d - first);
        double head = v[first];
        v[first] = 0;
        double tail = Symmetric.dot(v, v, d);
        if (!(tail > NEGLIGIBLE * NEGLIGIBLE)) {
            beside[k] = head; // nothing to eliminate, as in all rows beyond the rank
            return;
        }
        double norm = Math.sqrt(Math.fma(head, head, tail));
        beside[k] = head > 0 ? -norm : norm;
        v[first] = head - beside[k];
        double beta = 1 / (norm * (norm + Math.abs(head)));
        multiply(a, first);
        double shift = -0.5 * beta * beta * Symmetric.dot(v, w, d);
        for (int j = first; j < d; j++) {
            w[j] = Math.fma(shift, v[j], beta * w[j]);
        }
        int i = first;
        for (; i + 1 < d; i += 2) {
            subtractFromTwo(a[i], v[i], w[i], a[i + 1], v[i + 1], w[i + 1], v, w, first, d);
        }
        if (i < d) {
            Symmetric.addScaled(a[i], -v[i], w, first, d);
            Symmetric.addScaled(a[i], -w[i], v, first, d);
        }
        Symmetric.addScaled(rotated, -beta * Symmetric.dot(v, rotated, d), v, first, d);
        if (sum.length > 0) {
            sumRows(c, first, 0, sum);
            for (i = first; i < d; i++) {
                Symmetric.addScaled(c[i], -beta * v[i], sum, 0, sum.length);
            }
        }
    }

    /** w = A v, of the rows and columns from first on; zero before. */
    private void multiply(double[][] a, int first) {
        sumRows(a, first, first, w);
    }

    /** out = sum over rows from first on of v_i rows[i], from one column on; zero before. */
    private void sumRows(double[][] rows, int first, int from, double[] out) {
        Arrays.fill(out, 0.0);
        int i = first;
        for (; i + 3 < d; i += 4) {
            Symmetric.addFourScaled(
                    out,
                    v[i],
                    rows[i],
                    v[i + 1],
                    rows[i + 1],
                    v[i + 2],
                    rows[i + 2],
                    v[i + 3],
                    rows[i + 3],
                    from,
                    out.length);
        }
        for (; i < d; i++) {
            Symmetric.addScaled(out, v[i], rows[i], from, out.length);
        }
    }

    private static void subtractFromTwo(
            double[] a,
            double va,
            double wa,
            double[] b,
            double vb,
            double wb,
            double[] v,
            double[] w,
            int from,
            int to) {
        for (int j = from; j < to; j++) {
            double x = v[j];
            double y = w[j];
            a[j] = Math.fma(-va, y, Math.fma(-wa, x, a[j]));
            b[j] = Math.fma(y, -vb, Math.fma(x, -wb, b[j]));
        }
    }

    /**
     * Computes {@link #logDeterminant} and {@link #form} for one l.
     *
     * @return false if A + l I is not numerically positive definite; both are then NaN
     */
    public boolean shift(double l) {
        double shifted = l / scale;
        double logarithms = 0;
        double product = 1;
        double below = 0; // what couples i with i - 1
        double inverse = 0; // of the last pivot
        double y = 0; // solves L y = Q'b
        form = 0;
        for (int i = 0; i < d; i++) {
            double ratio = below * inverse;
            double pivot = Math.fma(-ratio, below, diagonal[i] + shifted);
            if (!(pivot > 0 && pivot < Double.POSITIVE_INFINITY)) {
                logDeterminant = Double.NaN;
                form = Double.NaN;
                return false;
            }
            y = Math.fma(-ratio, y, rotated[i]);
            inverse = 1 / pivot;
            ratios[i] = ratio;
            roots[i] = Math.sqrt(inverse);
            solved[i] = y * roots[i];
            form = Math.fma(solved[i], solved[i], form);
            below = beside[i];
            if (!moderate(pivot)) {
                logarithms += StrictMath.log(pivot);
            } else if (!moderate(product *= pivot)) {
                logarithms += StrictMath.log(product);
                product = 1;
            }
        }
        logDeterminant = logarithms + StrictMath.log(product) + d * StrictMath.log(scale);
        return true;
    }

    /**
     * Computes the rows of a matrix G and a vector g with G'G = C'(A + l I)^-1 C and G'g = C'(A + l I)^-1 b, for the l of the last {@link #shift}. Rows
     * beyond the rank of A are left out; C must be zero where A is, as sums of products with the same vectors are.
     *
     * @param c the matrix that {@link #reduce(double[][], double[], double[][])} has changed
     * @return the number of rows
     */
    public int solve(double[][] c, double[][] rows, double[] vector) {
        int n = 0;
        double last = 0; // root of the row before, 0 if that was left out
        for (int i = 0; i < d; i++) {
            if (isZero(i)) {
                last = 0;
                continue;
            }
            scaleInto(rows[n], roots[i], c[i]);
            if (last > 0) {
                Symmetric.addScaled(rows[n], -ratios[i] * roots[i] / last, rows[n - 1], 0, c[i].length);
            }
            vector[n++] = solved[i];
            last = roots[i];
        }
        return n;
    }

    private boolean isZero(int i) {
        return diagonal[i] <= NEGLIGIBLE
                && Math.abs(beside[i]) <= NEGLIGIBLE
                && (i == 0 || Math.abs(beside[i - 1]) <= NEGLIGIBLE);
    }

    private static void scaleInto(double[] out, double by, double[] row) {
        for (int j = 0; j < row.length; j++) {
            out[j] = by * row[j];
        }
    }

    private static boolean moderate(double factor) {
        return factor < LARGE && factor > 1 / LARGE;
    }

    /** ln|A + l I| of the last {@link #shift}. */
    public double logDeterminant() {
        return logDeterminant;
    }

    /** b'(A + l I)^-1 b of the last {@link #shift}. */
    public double form() {
        return form;
    }
}
