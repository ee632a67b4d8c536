package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.TunablePrior;
import dev.attune.math.Cholesky;
import dev.attune.math.Symmetric;
import dev.attune.math.Tridiagonal;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.Optional;

/**
 * Ridge regression, which is the Gaussian linear model with prior N(0, s^2 / lambda I):
 *
 * <pre>
 *   V = lambda I + sum x x'     b = sum x y     theta = V^-1 b
 *   with a prior mean m0:  b = sum x (y - x' m0)     theta = m0 + V^-1 b
 * </pre>
 *
 * <p>O(d^2) per reward; theta is computed from b each time, so it does not drift.
 */
public final class RidgeModel implements GrowingModel, Challenged<RidgeModel> {
    /** With more coefficients the evidence of many priors costs less in a reduced form. */
    static final int REDUCED_ABOVE = 15;

    private static final int FIRST_CENTRE = 4;
    private static final double CENTRE_GROWTH = 1.2;

    private final Challenger<RidgeModel> challenger;
    private final Fading fading;
    private final boolean tunable;
    private Precision V;
    private double[] b;
    private double[] theta;
    private Optional<Reduced> reduced = Optional.empty(); // S and b, for the evidence, until they change
    private double yy; // sum of y^2
    private long n;
    private boolean centred;
    private long nextCentre = FIRST_CENTRE; // n at which the centre is set again
    private double[] origin = {}; // m0, the mean of the prior; empty if it is zero
    private double weight; // n, each reward as much as it counts after fading

    /** Makes the prior alone: lambda = 1, until {@link #prior} changes it. Nothing is forgotten. */
    public RidgeModel(int dimension) {
        this(dimension, Forgetting.NONE);
    }

    /** Makes the prior alone, with a lambda that is kept. Nothing is forgotten. */
    public RidgeModel(int dimension, double lambda) {
        this(dimension, lambda, Forgetting.NONE);
    }

    /** Makes the prior alone: lambda = 1, until {@link #prior} changes it. */
    public RidgeModel(int dimension, Forgetting forgetting) {
        this(dimension, 1, true, forgetting);
    }

    /** Makes the prior alone, with a lambda that is kept. */
    public RidgeModel(int dimension, double lambda, Forgetting forgetting) {
        this(dimension, lambda, false, forgetting);
    }

    private RidgeModel(int dimension, double lambda, boolean tunable, Forgetting forgetting) {
        this.V = new Precision(dimension, lambda);
        this.b = new double[dimension];
        this.theta = new double[dimension];
        this.tunable = tunable;
        this.challenger = new Challenger<>(forgetting);
        this.fading = new Fading(forgetting, dimension);
    }

    /** Returns a model whose first feature is constant, with the mean reward as the mean of its coefficient's prior. */
    static RidgeModel centred(int dimension, Forgetting forgetting) {
        RidgeModel model = new RidgeModel(dimension, forgetting);
        model.centred = true;
        return model;
    }

    @Override
    public void add(double[] x, double y) {
        challenger.teach(this, x, y);
    }

    @Override
    public void absorb(double[] x, double reward) {
        double factor = fading.next();
        if (factor < 1) {
            fade(factor);
        }
        double y = origin.length == 0 ? reward : reward - Symmetric.dot(x, origin, b.length);
        V.add(1, x);
        for (int i = 0; i < b.length; i++) {
            b[i] = Math.fma(y, x[i], b[i]);
        }
        yy = Math.fma(y, y, yy);
        n++;
        weight++;
        solve();
        reduced = Optional.empty();
        if (centred && n >= nextCentre) {
            centre();
        }
    }

    /** Makes everything learnt so far count less. */
    void fade(double factor) {
        V.fade(factor);
        for (int i = 0; i < b.length; i++) {
            b[i] *= factor;
        }
        yy *= factor;
        weight *= factor;
        solve();
        reduced = Optional.empty();
    }

    /** Returns the number of rewards, each as much as it counts after fading. */
    double weight() {
        return weight;
    }

    /** Sets what {@link #weight()} returns, of a model that was read. */
    void weight(double read) {
        weight = read;
    }

    @Override
    public RidgeModel young() {
        RidgeModel model = new RidgeModel(b.length, lambda());
        model.centred = centred;
        if (V.first() != 1) {
            model.prior(lambda(), V.first());
        }
        return model;
    }

    @Override
    public void become(RidgeModel young) {
        V.copyFrom(young.V);
        System.arraycopy(young.b, 0, b, 0, b.length);
        System.arraycopy(young.theta, 0, theta, 0, theta.length);
        yy = young.yy;
        n = young.n;
        origin = young.origin;
        nextCentre = young.nextCentre;
        weight = young.weight;
        reduced = Optional.empty();
    }

    /** Adds coefficients that have learnt nothing; challengers start again. */
    @Override
    public void resize(int dimension) {
        double[][] sum = new double[dimension][dimension];
        double[][] learnt = V.sum();
        for (int i = 0; i < b.length; i++) {
            System.arraycopy(learnt[i], 0, sum[i], 0, b.length);
        }
        Precision before = V;
        V = new Precision(dimension, before.lambda());
        V.prior(before.lambda(), before.first());
        V.replaceSum(sum);
        b = Arrays.copyOf(b, dimension);
        theta = new double[dimension];
        origin = Arrays.copyOf(origin, origin.length == 0 ? 0 : dimension);
        reduced = Optional.empty();
        challenger.restart();
        solve();
    }

    /** Sets the mean of the prior to m0, as if it had been m0 from the start: O(d^2). */
    void origin(double[] m0) {
        double[] delta = m0.clone();
        for (int i = 0; i < origin.length; i++) {
            delta[i] -= origin[i];
        }
        double[] product = new double[b.length];
        Symmetric.multiply(V.sum(), delta, product);
        double change = Symmetric.dot(delta, product, b.length) - 2 * Symmetric.dot(delta, b, b.length);
        yy = Math.max(0, yy + change);
        for (int i = 0; i < b.length; i++) {
            b[i] -= product[i];
        }
        origin = m0.clone();
        solve();
        reduced = Optional.empty();
    }

    /** Sets m0 to a mean of the prior that the state which was read has been learnt with. */
    void restoreOrigin(double[] m0) {
        origin = m0.clone();
        solve();
    }

    /** Sets the prior mean of the constant's coefficient to the mean reward. */
    private void centre() {
        nextCentre = (long) (CENTRE_GROWTH * n) + 1;
        double[] m0 = new double[b.length];
        m0[0] = (origin.length == 0 ? 0 : origin[0]) + b[0] / V.sumOfSquares(0);
        origin(m0);
    }

    private void solve() {
        V.solve(b, theta);
        for (int i = 0; i < origin.length; i++) {
            theta[i] += origin[i];
        }
    }

    /** Returns ln N(y; x' theta, noise^2 (1 + x' V^-1 x)) without its constant; 0 without noise. */
    @Override
    public double logLikelihood(double[] x, double y, double noise) {
        if (noise == 0) {
            return 0;
        }
        double variance = noise * noise * (1 + Math.max(0, Symmetric.quadratic(V.inverse(), x)));
        double error = y - Symmetric.dot(x, theta, b.length);
        return -0.5 * (StrictMath.log(variance) + error * error / variance);
    }

    @Override
    public int width() {
        return b.length;
    }

    @Override
    public long known(double[] x) {
        return n;
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

    @Override
    public long changes() {
        return challenger.changes();
    }

    @Override
    public long lastChange() {
        return challenger.lastChange();
    }

    /** Returns the matrix V in its forms. */
    public Precision precision() {
        return V;
    }

    /** Returns the number of rewards learnt; with a fixed memory, as many as it holds. */
    @Override
    public long count() {
        return fading.fades() ? Math.round(weight) : n;
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
        return noise(yy, explained(), weight);
    }

    static double noise(double yy, double explained, double n) {
        double residual = Math.max(0, yy - explained);
        return Math.sqrt((yy / n + residual) / (1 + n));
    }

    /** Returns the sum of the squared rewards. */
    double squares() {
        return yy;
    }

    /** Returns b' theta, the part of {@link #squares} that the model explains. */
    double explained() {
        double all = Symmetric.dot(b, theta, b.length);
        return origin.length == 0 ? all : all - Symmetric.dot(b, origin, b.length);
    }

    @Override
    public double variance(double[] x) {
        return Math.max(0, Symmetric.quadratic(V.inverse(), x));
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
        return Double.isNaN(parts[0])
                ? Double.NEGATIVE_INFINITY
                : logEvidence(b.length, l, parts[0], parts[1], yy, weight);
    }

    /** Returns ln|S + l I| and b'(S + l I)^-1 b; the first is NaN if l is lost in the rounding of S. */
    double[] evidenceParts(double l) {
        int d = b.length;
        if (d > REDUCED_ABOVE) {
            return evidenceParts(l, 1);
        }
        double[][] v = V.sum();
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

    /** As {@link #evidenceParts(double)} of S and b in units in which all coefficients have the same prior precision, the first having {@code first}. */
    double[] evidenceParts(double l, double first) {
        if (reduced.isEmpty() || reduced.get().first != first) {
            reduced = Optional.of(new Reduced(new Tridiagonal(b.length), first));
            V.reduceSum(b, first, reduced.get().form);
        }
        Tridiagonal form = reduced.get().form;
        form.shift(l);
        return new double[] {form.logDeterminant(), form.form()};
    }

    /** S and b in a form in which the evidence of many priors costs less, with the prior precision of the first coefficient in units of lambda. */
    private record Reduced(Tridiagonal form, double first) {}

    static double logEvidence(double d, double l, double logDeterminant, double explained, double yy, double n) {
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
        solve();
    }

    /** Changes the prior precision, and that of the first coefficient in units of it. */
    @Override
    public void prior(double lambda, double first) {
        V.prior(lambda, first);
        solve();
    }

    /** Returns the prior precision of the first coefficient, in units of lambda. */
    double first() {
        return V.first();
    }

    @Override
    public double leastKnown(ActionSet arms) {
        return V.leastKnown(arms);
    }

    @Override
    public void writeState(StateWriter out) {
        write(out, true);
    }

    /** Leaves out the challengers. */
    @Override
    public void writePublished(StateWriter out) {
        write(out, false);
    }

    private void write(StateWriter out, boolean withYoung) {
        V.writeState(out);
        out.writeDoubles(b);
        out.writeDoubles(theta);
        out.writeDouble(yy);
        out.writeLong(n);
        if (fading.fades()) {
            out.writeDouble(weight);
            fading.writeState(out);
        }
        if (centred) {
            out.writeFlag(origin.length > 0);
            out.writeDouble(origin.length == 0 ? 0 : origin[0]);
            out.writeLong(nextCentre);
        }
        challenger.writeState(out, withYoung);
    }

    @Override
    public void readState(StateReader in) {
        V.readState(in);
        in.readDoubles(b);
        in.readDoubles(theta);
        yy = in.readDouble();
        n = in.readTally();
        weight = n;
        if (fading.fades()) {
            weight = in.readDouble();
            fading.readState(in);
        }
        reduced = Optional.empty();
        if (centred) {
            boolean moved = in.readFlag();
            double centre = in.readDouble();
            origin = new double[moved ? b.length : 0];
            if (moved) {
                origin[0] = centre;
            }
            nextCentre = in.readTally();
        }
        challenger.readState(this, in);
    }
}
