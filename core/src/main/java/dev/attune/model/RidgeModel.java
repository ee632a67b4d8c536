package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.api.TunablePrior;
import dev.attune.math.ArmForms;
import dev.attune.math.Cholesky;
import dev.attune.math.Symmetric;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * Ridge regression, which is the Gaussian linear model with prior N(0, s^2 / lambda I):
 *
 * <pre>
 *   V = lambda I + sum x x'     b = sum x y     theta = V^-1 b
 * </pre>
 *
 * <p>O(d^2) per reward; theta is computed from b each time, so it does not drift.
 */
public final class RidgeModel implements Posterior, TunablePrior {
    private final Precision V;
    private final double[] b;
    private final double[] theta;
    private final Challenger challenger;
    private double yy; // sum of y^2
    private long n;

    /** The prior alone; every reward counts the same for ever. */
    public RidgeModel(int dimension, double lambda) {
        this(dimension, lambda, Challenger.none(dimension));
    }

    /** The prior alone, with a challenger that makes it forget when the world changes. */
    public RidgeModel(int dimension, double lambda, Challenger challenger) {
        this.V = new Precision(dimension, lambda);
        this.b = new double[dimension];
        this.theta = new double[dimension];
        this.challenger = challenger;
    }

    /** Learns one reward; x and y were checked by the caller. */
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
    }

    /** Becomes a copy of another model of the same dimension. */
    public void copyFrom(RidgeModel other) {
        V.copyFrom(other.V);
        System.arraycopy(other.b, 0, b, 0, b.length);
        System.arraycopy(other.theta, 0, theta, 0, theta.length);
        yy = other.yy;
        n = other.n;
    }

    /** Means x' theta and widths sqrt(x' V^-1 x) of all arms. */
    public void meansAndWidths(ActionSet arms, ScoredRound round) {
        ArmForms.linear(theta, arms.byFeature(), arms.arms(), round.mean());
        V.widths(arms, round);
    }

    /** Means x' theta, and x' u for one draw u from N(0, V^-1) made of the standard normals in the round's draw. */
    public void meansAndDraw(ActionSet arms, ScoredRound round) {
        V.shape(round.draw());
        ArmForms.linearPair(theta, round.draw(), arms.byFeature(), arms.arms(), round.mean(), round.bonus());
    }

    @Override
    public int dimension() {
        return b.length;
    }

    /** The coefficients theta, to be read only. */
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

    /** What makes the model forget. */
    public Challenger challenger() {
        return challenger;
    }

    /** The matrix V in its forms. */
    public Precision precision() {
        return V;
    }

    @Override
    public long count() {
        return n;
    }

    /**
     * Estimated standard deviation of the noise: the residual sum of squares with one extra observation at the root
     * mean square reward, so that it is defined from the first reward on. Zero before it.
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

    /** Sum of the squared rewards. */
    double squares() {
        return yy;
    }

    /** b' theta, the part of it that the model explains. */
    double explained() {
        return Symmetric.dot(b, theta, b.length);
    }

    /**
     * Log marginal likelihood of the rewards if the prior precision were {@code l}, up to a constant, with the noise
     * variance integrated out under a prior of weight one at half the mean square reward:
     *
     * <pre>
     *   d/2 ln l - 1/2 ln|S + l I| - (n+1)/2 ln(yy/(2n) + (yy - b'(S + l I)^-1 b)/2)
     * </pre>
     *
     * <p>O(d^3); needs at least one reward that is not zero.
     */
    @Override
    public double logEvidence(double l) {
        if (!(yy > 0)) {
            throw new IllegalStateException("the evidence needs at least one reward that is not zero");
        }
        double[] parts = evidenceParts(l);
        return Double.isNaN(parts[0]) ? Double.NEGATIVE_INFINITY : logEvidence(b.length, l, parts[0], parts[1], yy, n);
    }

    /** ln|S + l I| and b'(S + l I)^-1 b; the first is NaN if l is lost in the rounding of S. */
    double[] evidenceParts(double l) {
        int d = b.length;
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

    static double logEvidence(double d, double l, double logDeterminant, double explained, double yy, long n) {
        double residual = Math.max(0, yy - explained);
        return 0.5 * d * StrictMath.log(l)
                - 0.5 * logDeterminant
                - 0.5 * (n + 1) * StrictMath.log(yy / (2.0 * n) + residual / 2);
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

    /** Writes all state. */
    public void writeState(StateWriter out) {
        V.writeState(out);
        out.writeDoubles(b);
        out.writeDoubles(theta);
        out.writeDouble(yy);
        out.writeLong(n);
        challenger.writeState(out);
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
        V.readState(in);
        in.readDoubles(b);
        in.readDoubles(theta);
        yy = in.readDouble();
        n = in.readTally();
        challenger.readState(in);
    }
}
