package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/** Directions in one space of coefficients that all arms share: matrices of d numbers square. */
final class OneSpace implements Directions {
    private final int d;
    private final Pending pending;
    private final double[][] M;
    private final double[][] Q;
    private final double[][] product;
    private final double[] D;
    private final double[] u;
    private final double[] times;

    OneSpace(int dimension) {
        this.d = dimension;
        this.pending = new Pending(d);
        this.M = new double[d][d];
        this.Q = new double[d][d];
        this.product = new double[d][d];
        this.D = new double[d];
        this.u = new double[d];
        this.times = new double[d];
    }

    @Override
    public void offered(ActionSet arms, Posterior posterior) {
        if (posterior instanceof Posterior) {
            throw new IllegalArgumentException("this VOI was made for one model of " + d
                    + " coefficients, not for a model per block: make it with ValueOfInformation.of(posterior)");
        }
    }

    @Override
    public int coefficients() {
        return d;
    }

    @Override
    public long pending() {
        return pending.count();
    }

    @Override
    public void decided(double[] x, double weight, Posterior posterior) {
        pending.add(x, weight, posterior);
    }

    @Override
    public void rewarded(double[] x, double weight) {
        pending.rewarded(x, weight);
    }

    @Override
    public void expired(double[] x, double weight, Posterior posterior) {
        pending.expired(x, weight, posterior);
    }

    @Override
    public void widths(ActionSet arms, Posterior posterior, double[] out) {
        ArmForms.widths(pending.covariance(posterior), arms.byFeature(), arms.arms(), out);
    }

    @Override
    public double variance(double[] x, Posterior posterior) {
        return quadratic(pending.covariance(posterior), x);
    }

    @Override
    public double value(double[] x, Posterior posterior) {
        return quadratic(Q, x);
    }

    /** v' A v, by a product that vectorises. */
    private double quadratic(double[][] A, double[] v) {
        Symmetric.multiply(A, v, times);
        return Symmetric.dot(v, times, d);
    }

    @Override
    public void draw(ActionSet arms, Posterior posterior, RandomGenerator rng, double[] out) {
        RoundRandom.gaussians(rng, u);
        posterior.shape(u);
        ArmForms.linear(u, arms.byFeature(), arms.arms(), out);
    }

    @Override
    public boolean blame(ActionSet arms, int best, int greedy, double amount, double scale, Posterior posterior) {
        double[][] features = arms.byFeature();
        for (int i = 0; i < d; i++) {
            D[i] = features[i][best] - features[i][greedy];
        }
        double spread = quadratic(posterior.covariance(), D);
        if (!(spread > 0)) {
            return false;
        }
        Symmetric.rankOne(M, amount / (spread * scale), D);
        return true;
    }

    @Override
    public void rescale(double factor) {
        for (double[] row : M) {
            for (int j = 0; j < d; j++) {
                row[j] *= factor;
            }
        }
    }

    @Override
    public void revalue(double ofLosses, double ofAll, Posterior posterior) {
        pending.rebuild(posterior);
        valueDirections(pending.covariance(posterior), M, ofLosses, ofAll, product, Q);
    }

    /** Q = ofLosses Bp M Bp + ofAll Bp. */
    static void valueDirections(
            double[][] Bp, double[][] M, double ofLosses, double ofAll, double[][] product, double[][] Q) {
        multiply(Bp, M, product);
        multiply(product, Bp, Q);
        for (int i = 0; i < Q.length; i++) {
            for (int j = 0; j < Q.length; j++) {
                Q[i][j] = ofLosses * Q[i][j] + ofAll * Bp[i][j];
            }
        }
    }

    /** out = A B, two rows at a time. */
    private static void multiply(double[][] A, double[][] B, double[][] out) {
        int d = A.length;
        int i = d & 1;
        if (i == 1) {
            ArmForms.linear(A[0], B, d, out[0]);
        }
        for (; i < d; i += 2) {
            ArmForms.linearPair(A[i], A[i + 1], B, d, out[i], out[i + 1]);
        }
    }

    @Override
    public void writeLosses(StateWriter out) {
        pending.writeState(out);
        out.writeMatrix(M);
    }

    @Override
    public void readLosses(StateReader in) {
        pending.readState(in);
        in.readMatrix(M);
    }

    @Override
    public void writeValues(StateWriter out) {
        out.writeMatrix(Q);
    }

    @Override
    public void readValues(StateReader in) {
        in.readMatrix(Q);
    }
}
