package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.api.TunablePrior;
import dev.attune.math.ArmForms;
import dev.attune.math.Cholesky;
import dev.attune.math.Symmetric;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Optional;

/**
 * Ridge-penalised maximum likelihood for a generalized linear model: theta solves
 *
 * <pre>
 *   sum (y_s - mu(x_s' theta)) x_s = lambda theta
 *   H = lambda I + sum mu'(x_s' theta) x_s x_s'     the Fisher information at theta
 * </pre>
 *
 * <p>Each reward costs one online Newton step, O(d^2): H by a rank-one update, theta += H^-1 x (y - mu(x' theta)). That
 * is exact to first order; the rest is made good by a refresh, which is Newton's method on the whole history from where
 * theta stands: after every reward up to {@value #REFRESH_ALWAYS_UNTIL}, then whenever the history has grown by 1 %,
 * and from {@value #REFRESH_OFTEN_UNTIL} rewards on by 2 %. A refresh is O(n d^2) but comes n/50 rewards after the last
 * one, so the amortised cost does not depend on n.
 *
 * <p>Newton steps are damped by ln(1+D)/D with D = max|x| |step| max|mu''/mu'| where D is above 1. Up to 1 the full
 * step is a descent step, as it is wherever (e^D - D - 1)/D^2 is below 1, and damping it would cost the online steps
 * their accuracy: Sun and Tran-Dinh, "Generalized self-concordant functions", 2019, the case nu = 2. Nothing here
 * diverges on separable data or on a large count; the ridge keeps theta finite.
 *
 * <p>For policies that measure widths by V = lambda I + sum x x' instead of H, {@link #withDesign} keeps V as well. A
 * lambda that is changed later ({@link #prior}) changes H and theta; V keeps the one that it began with.
 */
public final class GlmModel implements Model, TunablePrior, Challenged<GlmModel> {
    private static final int REFRESH_ALWAYS_UNTIL = 250;
    private static final int REFRESH_OFTEN_UNTIL = 1000;
    private static final int OFTEN = 100; // a refresh when n has grown by n/100, which is 1 %
    private static final int SELDOM = 50; // 2 %
    private static final int YOUNG = 8; // 12.5 %, of a young model that only has to predict
    private static final int MOST_STEPS = 100;
    private static final String PUBLISHED = " published"; // after the name of the link, in state without history
    /** The error left after a step is about D |step| / 2; Newton stops when that is this small relative to theta. */
    private static final double TOLERANCE = 1e-5;

    private final Link link;
    private final Challenger<GlmModel> challenger;
    private final boolean young; // refreshed less often
    private final int d;
    private final boolean tunable;
    private final double noise; // 1, as the likelihood has no scale of its own, unless means are in units of reward
    private final History history;
    private final Precision H;
    private final Precision V; // H itself, unless widths have a matrix of their own
    private final double[] theta;
    private double largestNorm;
    private int nextRefresh = 1;
    private long n;
    private boolean published; // without history, so unable to learn

    private final double[] gradient;
    private final double[] step;
    private final double[] slopes = new double[History.BLOCK];

    /** Makes a model without observations, theta = 0 and H = lambda I, with a lambda that is kept. Nothing is forgotten. */
    public GlmModel(Link link, int dimension, double lambda) {
        this(link, dimension, lambda, Forgetting.NONE);
    }

    /** Makes a model without observations, theta = 0 and H = lambda I: lambda = 1, until {@link #prior} changes it. */
    public GlmModel(Link link, int dimension, Forgetting forgetting) {
        this(link, dimension, 1, true, false, 1, forgetting, false);
    }

    /** Makes a model without observations, theta = 0 and H = lambda I, with a lambda that is kept. */
    public GlmModel(Link link, int dimension, double lambda, Forgetting forgetting) {
        this(link, dimension, lambda, false, false, 1, forgetting, false);
    }

    private GlmModel(
            Link link,
            int dimension,
            double lambda,
            boolean tunable,
            boolean design,
            double noise,
            Forgetting forgetting,
            boolean young) {
        if (forgetting.memory() > 0) {
            throw new IllegalArgumentException("forgetting = " + forgetting
                    + ": a generalized linear model has no fixed memory; it takes detected or none");
        }
        this.link = link;
        this.challenger = new Challenger<>(forgetting);
        this.young = young;
        this.d = Require.positive("dimension", dimension);
        this.tunable = tunable;
        this.noise = noise;
        this.history = new History(d);
        this.H = new Precision(d, lambda);
        this.V = design ? new Precision(d, lambda) : H;
        this.theta = new double[d];
        this.gradient = new double[d];
        this.step = new double[d];
    }

    /** Returns a model as {@link #GlmModel(Link, int, Forgetting)} whose widths are those of V. */
    public static GlmModel withDesign(Link link, int dimension, Forgetting forgetting) {
        return new GlmModel(link, dimension, 1, true, true, 1, forgetting, false);
    }

    /** Returns a model whose widths are those of V, with a lambda that is kept. */
    public static GlmModel withDesign(Link link, int dimension, double lambda, Forgetting forgetting) {
        return new GlmModel(link, dimension, lambda, false, true, 1, forgetting, false);
    }

    /** Returns the same for a policy whose means are in units of reward: the slope at zero turns scores into rewards. */
    public static GlmModel inUnitsOfReward(Link link, int dimension, double lambda, Forgetting forgetting) {
        return new GlmModel(link, dimension, lambda, false, true, link.slopeAt(link.mean(0)), forgetting, false);
    }

    /** Returns whether widths are those of V instead of H. */
    public boolean hasDesign() {
        return V != H;
    }

    /**
     * Learns one reward; the caller has checked x and y.
     *
     * @throws IllegalStateException if the state was published without its history
     */
    public void add(double[] x, double y) {
        requireHistory();
        challenger.teach(this, x.clone(), y); // one array for the histories of all models
    }

    @Override
    public void absorb(double[] x, double y) {
        if (hasDesign()) {
            V.add(1, x);
        }
        double mean = link.mean(Symmetric.dot(x, theta, d));
        H.add(link.slopeAt(mean), x);
        history.add(x, y);
        n++;
        largestNorm = Math.max(largestNorm, Math.sqrt(Symmetric.dot(x, x, d)));
        H.solve(x, step);
        moveDamped(step, y - mean);
        if (history.size() >= nextRefresh) {
            refresh();
        }
    }

    @Override
    public GlmModel young() {
        GlmModel fresh = new GlmModel(link, d, lambda(), false, hasDesign(), noise, Forgetting.NONE, true);
        if (hasDesign()) {
            fresh.V.lambda(V.lambda());
        }
        return fresh;
    }

    @Override
    public void become(GlmModel other) {
        history.become(other.history);
        H.copyFrom(other.H);
        if (hasDesign()) {
            V.copyFrom(other.V);
        }
        System.arraycopy(other.theta, 0, theta, 0, d);
        largestNorm = other.largestNorm;
        n = other.n;
        refresh();
    }

    /** Returns the log-likelihood of the link, with the variance of the score averaged in. */
    @Override
    public double logLikelihood(double[] x, double y, double ignored) {
        double variance = Math.max(0, Symmetric.quadratic(H.inverse(), x));
        return link.logLikelihood(Symmetric.dot(x, theta, d), variance, y);
    }

    @Override
    public int width() {
        return d;
    }

    @Override
    public long known(double[] x) {
        return n;
    }

    @Override
    public long changes() {
        return challenger.changes();
    }

    @Override
    public long lastChange() {
        return challenger.lastChange();
    }

    private void requireHistory() {
        if (published) {
            throw new IllegalStateException("a published model chooses but does not learn: it has no history");
        }
    }

    /** Applies Newton's method to the whole history, starting from theta as it stands. */
    private void refresh() {
        double error;
        int steps = 0;
        do {
            error = newtonStep();
        } while (error > TOLERANCE * norm(theta) && ++steps < MOST_STEPS);
        int size = history.size();
        nextRefresh = size + (young ? 1 + size / YOUNG : wait(size));
    }

    private static int wait(int size) {
        return size < REFRESH_ALWAYS_UNTIL ? 1 : size / (size < REFRESH_OFTEN_UNTIL ? OFTEN : SELDOM);
    }

    /** Makes one damped step; returns an estimate of the error that it leaves. */
    private double newtonStep() {
        double[][] fisher = new double[d][d];
        for (int i = 0; i < d; i++) {
            gradient[i] = -H.lambda() * theta[i];
        }
        for (History.Block block : history.blocks()) {
            for (int s = 0; s < block.size; s++) {
                double[] x = block.x[s];
                double mean = link.mean(Symmetric.dot(x, theta, d));
                slopes[s] = link.slopeAt(mean);
                double residual = block.y[s] - mean;
                for (int i = 0; i < d; i++) {
                    gradient[i] = Math.fma(residual, x[i], gradient[i]);
                }
            }
            Symmetric.addWeightedOuter(fisher, block.x, slopes, block.size);
        }
        H.replaceSum(fisher); // if refused, the H of rank-one updates still gives a descent direction
        H.solve(gradient, step);
        return moveDamped(step, 1);
    }

    /** theta += t scale direction with the damping t of the class comment; returns an estimate of the error left. */
    private double moveDamped(double[] direction, double scale) {
        double length = Math.abs(scale) * norm(direction);
        double D = link.curvatureChange() * largestNorm * length;
        double damped = D <= 1 ? scale : scale * StrictMath.log1p(D) / D;
        for (int i = 0; i < d; i++) {
            theta[i] = Math.fma(damped, direction[i], theta[i]);
        }
        return 0.5 * D * length;
    }

    private double norm(double[] vector) {
        return Math.sqrt(Symmetric.dot(vector, vector, d));
    }

    @Override
    public int dimension() {
        return d;
    }

    /** Returns the estimate theta, to be read only. */
    @Override
    public double[] mean() {
        return theta;
    }

    /** Returns H^-1, as the likelihood has no scale of its own. */
    @Override
    public double[][] covariance() {
        return H.inverse();
    }

    @Override
    public void shape(double[] z) {
        H.shape(z);
    }

    @Override
    public double noise() {
        return noise;
    }

    @Override
    public double weight(double[] x) {
        return link.slopeAt(link.mean(Symmetric.dot(x, theta, d)));
    }

    /** Computes means x' theta and widths by V, or by H if there is no V. */
    @Override
    public void meansAndWidths(ActionSet arms, ScoredRound out) {
        check(arms);
        out.resize(arms.arms(), d);
        if (hasDesign()) {
            out.bonusesAreOwnWidths();
        }
        ArmForms.linear(theta, arms.byFeature(), arms.arms(), out.mean());
        V.widths(arms, out);
    }

    @Override
    public Optional<TunablePrior> prior() {
        return tunable ? Optional.of(this) : Optional.empty();
    }

    @Override
    public boolean hasScale() {
        return true;
    }

    @Override
    public double lambda() {
        return H.lambda();
    }

    /**
     * Changes the ridge and fits again.
     *
     * @throws IllegalStateException if the state was published without its history
     */
    @Override
    public void lambda(double lambda) {
        requireHistory();
        H.lambda(lambda);
        refresh();
    }

    /**
     * Returns Laplace's approximation around the present estimate: with S = H - lambda I and u = H theta, the
     * likelihood looks like that of a linear model with unit noise, so its evidence is d/2 ln l - 1/2 ln|S + l I| + 1/2
     * u'(S + l I)^-1 u.
     */
    @Override
    public double logEvidence(double l) {
        double[] u = new double[d];
        double[][] v = H.sum();
        for (int i = 0; i < d; i++) {
            u[i] = H.lambda() * theta[i] + Symmetric.dot(v[i], theta, d);
        }
        for (int i = 0; i < d; i++) {
            v[i][i] += l;
        }
        Cholesky factor = new Cholesky(d);
        if (!factor.factor(v)) {
            return Double.NEGATIVE_INFINITY;
        }
        factor.solveLower(u);
        return 0.5 * d * StrictMath.log(l) - 0.5 * factor.logDeterminant() + 0.5 * Symmetric.dot(u, u, d);
    }

    @Override
    public double leastKnown(ActionSet arms) {
        return H.leastKnown(arms);
    }

    @Override
    public Link link() {
        return link;
    }

    @Override
    public long count() {
        return n;
    }

    /** Writes all state, the history included if there is one. */
    @Override
    public void writeState(StateWriter out) {
        if (published) {
            writeWithoutHistory(out);
            return;
        }
        out.writeString(link.linkName());
        history.writeState(out);
        H.writeState(out);
        out.writeDoubles(theta);
        out.writeDouble(largestNorm);
        out.writeInt(nextRefresh);
        if (hasDesign()) {
            V.writeState(out);
        }
        if (challenger.detects()) {
            challenger.writeState(out, true);
        }
    }

    /** Writes the number of rewards, H, theta and V; the whole state as long as there are no rewards to leave out. */
    @Override
    public void writePublished(StateWriter out) {
        if (n == 0) {
            writeState(out);
        } else {
            writeWithoutHistory(out);
        }
    }

    private void writeWithoutHistory(StateWriter out) {
        out.writeString(link.linkName() + PUBLISHED);
        out.writeLong(n);
        H.writeState(out);
        out.writeDoubles(theta);
        if (hasDesign()) {
            V.writeState(out);
        }
    }

    @Override
    public void readState(StateReader in) {
        String found = in.readString();
        published = found.equals(link.linkName() + PUBLISHED);
        if (!published && !found.equals(link.linkName())) {
            throw new StateFormatException("the saved state has link " + found + ", this object " + link.linkName());
        }
        if (published) {
            history.clear();
            n = in.readTally();
        } else {
            history.readState(in);
            n = history.size();
        }
        H.readState(in);
        in.readDoubles(theta);
        if (!published) {
            largestNorm = in.readDouble();
            nextRefresh = in.readCount(Integer.MAX_VALUE);
        }
        if (hasDesign()) {
            V.readState(in);
        }
        if (challenger.detects() && !published) {
            challenger.readState(this, in);
            challenger.young().forEach(model -> model.history.share(history));
        }
    }
}
