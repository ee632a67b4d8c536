package dev.attune.policy;

import dev.attune.model.Link;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** The models from their definitions, everything computed anew from all observations with EJML. */
final class Oracle {
    private final int d;
    private final double lambda;
    private final DMatrixRMaj rows; // one row per observation
    private final DMatrixRMaj y;
    private int n;

    Oracle(int dimension, double lambda, int capacity) {
        this.d = dimension;
        this.lambda = lambda;
        this.rows = new DMatrixRMaj(capacity, dimension);
        this.y = new DMatrixRMaj(capacity, 1);
        rows.reshape(0, dimension, true);
        y.reshape(0, 1, true);
    }

    void add(double[] x, double reward) {
        rows.reshape(n + 1, d, true);
        y.reshape(n + 1, 1, true);
        for (int i = 0; i < d; i++) {
            rows.set(n, i, x[i]);
        }
        y.set(n, 0, reward);
        n++;
    }

    /** lambda I + sum w_s x_s x_s', w given for each observation. */
    private DMatrixRMaj weighted(DMatrixRMaj w) {
        DMatrixRMaj scaled = rows.copy();
        CommonOps_DDRM.multRows(w.data, scaled);
        DMatrixRMaj sum = new DMatrixRMaj(d, d);
        CommonOps_DDRM.multTransA(rows, scaled, sum);
        for (int i = 0; i < d; i++) {
            sum.add(i, i, lambda);
        }
        return sum;
    }

    /** V = lambda I + sum x x'. */
    DMatrixRMaj V() {
        DMatrixRMaj ones = new DMatrixRMaj(n, 1);
        CommonOps_DDRM.fill(ones, 1);
        return weighted(ones);
    }

    /** The ridge estimate V^-1 sum x y. */
    DMatrixRMaj ridge() {
        return regress(y);
    }

    /** V^-1 sum x z for targets z of one's own. */
    DMatrixRMaj regress(DMatrixRMaj z) {
        DMatrixRMaj b = new DMatrixRMaj(d, 1);
        CommonOps_DDRM.multTransA(rows, z, b);
        return product(inverse(V()), b);
    }

    /** The root of sum (y - mu(x' theta)) x = lambda theta, by Newton's method with halving, to the last digits. */
    DMatrixRMaj likeliest(Link link) {
        return likeliest(link, new double[d]);
    }

    /** The same from a point that may be near it already. */
    DMatrixRMaj likeliest(Link link, double[] from) {
        DMatrixRMaj theta = new DMatrixRMaj(d, 1, true, from.clone());
        for (int step = 0; step < 100; step++) {
            DMatrixRMaj score = score(link, theta);
            if (norm(score) < 1e-11 * n) {
                break;
            }
            DMatrixRMaj move = product(inverse(fisher(link, theta)), score);
            double scale = 1;
            DMatrixRMaj next = theta.copy();
            CommonOps_DDRM.addEquals(next, scale, move);
            while (norm(score(link, next)) > norm(score) && scale > 1e-9) {
                scale /= 2;
                next = theta.copy();
                CommonOps_DDRM.addEquals(next, scale, move);
            }
            theta = next;
        }
        return theta;
    }

    private DMatrixRMaj score(Link link, DMatrixRMaj theta) {
        DMatrixRMaj residual = product(rows, theta);
        for (int s = 0; s < n; s++) {
            residual.set(s, 0, y.get(s, 0) - link.mean(residual.get(s, 0)));
        }
        DMatrixRMaj score = new DMatrixRMaj(d, 1);
        CommonOps_DDRM.multTransA(rows, residual, score);
        CommonOps_DDRM.addEquals(score, -lambda, theta);
        return score;
    }

    /** H = lambda I + sum mu'(x' theta) x x'. */
    DMatrixRMaj fisher(Link link, DMatrixRMaj theta) {
        DMatrixRMaj slopes = product(rows, theta);
        for (int s = 0; s < n; s++) {
            slopes.set(s, 0, link.slopeAt(link.mean(slopes.get(s, 0))));
        }
        return weighted(slopes);
    }

    static DMatrixRMaj inverse(DMatrixRMaj a) {
        DMatrixRMaj inverse = new DMatrixRMaj(a.numRows, a.numCols);
        if (!CommonOps_DDRM.invert(a, inverse)) {
            throw new AssertionError("singular");
        }
        return inverse;
    }

    static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj b) {
        DMatrixRMaj product = new DMatrixRMaj(a.numRows, b.numCols);
        CommonOps_DDRM.mult(a, b, product);
        return product;
    }

    /** x' A z. */
    static double form(double[] x, DMatrixRMaj A, double[] z) {
        DMatrixRMaj left = new DMatrixRMaj(1, x.length, true, x);
        DMatrixRMaj right = new DMatrixRMaj(z.length, 1, true, z);
        return product(product(left, A), right).get(0, 0);
    }

    static double dot(double[] x, DMatrixRMaj theta) {
        return PolicyRounds.dot(x, theta.data);
    }

    static double norm(DMatrixRMaj v) {
        return Math.sqrt(PolicyRounds.dot(v.data, v.data));
    }
}
