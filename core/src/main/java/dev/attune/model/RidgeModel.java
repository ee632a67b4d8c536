package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.TunablePrior;
import dev.attune.math.Cholesky;
import dev.attune.math.Symmetric;
import dev.attune.math.Tridiagonal;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Optional;

/**
 * Ridge regression, which is the Gaussian linear model with prior N(0, s^2 / lambda I):
 *
 * <pre>
 *   V = lambda I + sum x x'     b = sum x y     theta = V^-1 b
 * </pre>
 *
 * <p>O(d^2) per reward; theta is computed from b each time, so it does not drift.
 */
public final class RidgeModel implements LinearModel {
    /** With more coefficients the evidence of many priors costs less in a reduced form. */
    static final int REDUCED_ABOVE = 15;

    private final Precision V;
    private final double[] b;
    private final double[] theta;
    private final Challenger challenger;
    private final boolean tunable;
    private final Tridiagonal reduced; // S and b, for the evidence
    private boolean reducedIsCurrent;
    private double yy; // sum of y^2
    private long n;

    /** Makes the prior alone: lambda = 1, until {@link #prior} changes it. */
    public RidgeModel(int dimension) {
        this(dimension, 1, true, Challenger.NEVER);
    }

    /** Makes the prior alone, with a lambda that is kept. */
    public RidgeModel(int dimension, double lambda) {
        this(dimension, lambda, false, Challenger.NEVER);
    }

    private RidgeModel(int dimension, double lambda, boolean tunable, int[] challengerPeriods) {
        this.V = new Precision(dimension, lambda);
        this.b = new double[dimension];
        this.theta = new double[dimension];
        this.tunable = tunable;
        this.reduced = new Tridiagonal(dimension);
        this.challenger = new Challenger(dimension, lambda, challengerPeriods);
    }

    /**
     * Returns a model as {@link #RidgeModel(int)} that forgets when the world changes: every reward is also a test of
     * younger models, and one that predicts better for long enough takes its place.
     */
    public static RidgeModel forgetting(int dimension) {
        return new RidgeModel(dimension, 1, true, Challenger.PERIODS);
    }

    /** Returns a model that forgets, with a lambda that is kept. */
    public static RidgeModel forgetting(int dimension, double lambda) {
        return new RidgeModel(dimension, lambda, false, Challenger.PERIODS);
    }

    @Override
    public void add(double[] x, double y) {
        challenger.teach(this, x, y);
    }

    void absorb(double[] x, double y) {
        V.add(1, x);
        for (int i = 0; i < b.length; i++) {
            b[i] = Math.fma(y, x[i], b[i]);
        }
        yy = Math.fma(y, y, yy);
        n++;
        V.solve(b, theta);
        reducedIsCurrent = false;
    }

    /** Copies what another model of the same dimension has learnt, and its lambda. */
    void copyFrom(RidgeModel other) {
        V.copyFrom(other.V);
        System.arraycopy(other.b, 0, b, 0, b.length);
        System.arraycopy(other.theta, 0, theta, 0, theta.length);
        yy = other.yy;
        n = other.n;
        reducedIsCurrent = false;
    }

    @Override
    public int dimension() {
        return b.length;
    }

    /** Returns the coefficients theta, to be read only. */
    @Override
    public double[] mean() {
        return theta;
    }

    @Override
    public double[][] covariance() {
        return V.inverse();
    }

    @Override
    public void shape(double[] z) {
        V.shape(z);
    }

    @Override
    public double weight(double[] x) {
        return 1;
    }

    /** Returns the challengers that make the model forget, if there are any. */
    Challenger challenger() {
        return challenger;
    }

    /** Returns the matrix V in its forms. */
    public Precision precision() {
        return V;
    }

    @Override
    public long count() {
        return n;
    }

    /**
     * Returns the estimated standard deviation of the noise: the residual sum of squares with one extra observation at
     * the root mean square reward, so that it is defined from the first reward on. Zero before it.
     */
    @Override
    public double noise() {
        if (n == 0) {
            return 0;
        }
        return noise(yy, explained(), n);
    }

    static double noise(double yy, double explained, long n) {
        double residual = Math.max(0, yy - explained);
        return Math.sqrt((yy / n + residual) / (1 + n));
    }

    /** Returns the sum of the squared rewards. */
    double squares() {
        return yy;
    }

    /** Returns b' theta, the part of {@link #squares} that the model explains. */
    double explained() {
        return Symmetric.dot(b, theta, b.length);
    }

    /**
     * Returns the log marginal likelihood of the rewards if the prior precision were {@code l}, up to a constant, with
     * the noise variance integrated out under a prior of weight one at half the mean square reward:
     *
     * <pre>
     *   d/2 ln l - 1/2 ln|S + l I| - (n+1)/2 ln(yy/(2n) + (yy - b'(S + l I)^-1 b)/2)
     * </pre>
     *
     * <p>O(d^3), with many coefficients only the first time after a reward and then O(d); needs at least one reward that is not zero.
     */
    @Override
    public double logEvidence(double l) {
        if (!(yy > 0)) {
            throw new IllegalStateException("the evidence needs at least one reward that is not zero");
        }
        double[] parts = evidenceParts(l);
        return Double.isNaN(parts[0]) ? Double.NEGATIVE_INFINITY : logEvidence(b.length, l, parts[0], parts[1], yy, n);
    }

    /** Returns ln|S + l I| and b'(S + l I)^-1 b; the first is NaN if l is lost in the rounding of S. */
    double[] evidenceParts(double l) {
        int d = b.length;
        if (d > REDUCED_ABOVE) {
            return reducedEvidenceParts(l);
        }
        double[][] v = Symmetric.copy(V.sum());
        for (int i = 0; i < d; i++) {
            v[i][i] += l;
        }
        Cholesky factor = new Cholesky(d);
        if (!factor.factor(v)) {
            return new double[] {Double.NaN, 0};
        }
        double[] u = b.clone();
        factor.solveLower(u);
        return new double[] {factor.logDeterminant(), Symmetric.dot(u, u, d)};
    }

    private double[] reducedEvidenceParts(double l) {
        if (!reducedIsCurrent) {
            V.reduceSum(b, reduced);
            reducedIsCurrent = true;
        }
        reduced.shift(l);
        return new double[] {reduced.logDeterminant(), reduced.form()};
    }

    static double logEvidence(double d, double l, double logDeterminant, double explained, double yy, long n) {
        double residual = Math.max(0, yy - explained);
        return 0.5 * d * StrictMath.log(l)
                - 0.5 * logDeterminant
                - 0.5 * (n + 1) * StrictMath.log(yy / (2.0 * n) + residual / 2);
    }

    @Override
    public Optional<TunablePrior> prior() {
        return tunable ? Optional.of(this) : Optional.empty();
    }

    @Override
    public boolean hasScale() {
        return yy > 0;
    }

    @Override
    public double lambda() {
        return V.lambda();
    }

    @Override
    public void lambda(double lambda) {
        V.lambda(lambda);
        V.solve(b, theta);
    }

    @Override
    public double leastKnown(ActionSet arms) {
        return V.leastKnown(arms);
    }

    @Override
    public void writeState(StateWriter out) {
        V.writeState(out);
        out.writeDoubles(b);
        out.writeDoubles(theta);
        out.writeDouble(yy);
        out.writeLong(n);
        challenger.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        V.readState(in);
        in.readDoubles(b);
        in.readDoubles(theta);
        yy = in.readDouble();
        n = in.readTally();
        reducedIsCurrent = false;
        challenger.readState(in);
    }
}
