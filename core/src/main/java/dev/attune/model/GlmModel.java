package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.TunablePrior;
import dev.attune.math.Cholesky;
import dev.attune.math.Symmetric;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

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
 * theta stands: after every reward up to {@value #REFRESH_ALWAYS_UNTIL}, then whenever the history has grown by 1 %, and
 * from {@value #REFRESH_OFTEN_UNTIL} rewards on by 2 %. A refresh is O(n d^2) but comes n/50 rewards after the last one,
 * so the amortised cost does not depend on n.
 *
 * <p>Newton steps are damped by ln(1+D)/D with D = max|x| |step| max|mu''/mu'| where D is above 1. Up to 1 the full
 * step is a descent step, as it is wherever (e^D - D - 1)/D^2 is below 1, and damping it would cost the online steps
 * their accuracy: Sun and Tran-Dinh, "Generalized self-concordant functions", 2019, the case nu = 2. Nothing here
 * diverges on separable data or on a large count; the ridge keeps theta finite.
 *
 * <p>Rewards that were gathered elsewhere come as the quadratic of their log-likelihood ({@link QuadraticSummary}) and take part in every
 * refresh as such.
 */
public final class GlmModel implements Posterior, TunablePrior {
    private static final int REFRESH_ALWAYS_UNTIL = 250;
    private static final int REFRESH_OFTEN_UNTIL = 1000;
    private static final int OFTEN = 100; // a refresh when n has grown by n/100, which is 1 %
    private static final int SELDOM = 50; // 2 %
    private static final int MOST_STEPS = 100;
    private static final String SUMMARISED = " with a summary"; // after the name of the link, in saved state
    /** The error left after a step is about D |step| / 2; Newton stops when that is this small relative to theta. */
    private static final double TOLERANCE = 1e-5;

    private final Link link;
    private final int d;
    private final History history;
    private final QuadraticSummary summary;
    private final Precision H;
    private final double[] theta;
    private double largestNorm;
    private int nextRefresh = 1;

    private final double[] gradient;
    private final double[] step;
    private final double[][] fisher;
    private final double[] slopes = new double[History.BLOCK];

    /** No observations yet: theta = 0, H = lambda I. */
    public GlmModel(Link link, int dimension, double lambda) {
        this.link = link;
        this.d = Require.positive("dimension", dimension);
        this.history = new History(d);
        this.summary = new QuadraticSummary(d);
        this.H = new Precision(d, lambda);
        this.theta = new double[d];
        this.gradient = new double[d];
        this.step = new double[d];
        this.fisher = new double[d][d];
    }

    /** Learns one reward; x and y were checked by the caller. */
    public void add(double[] x, double y) {
        double mean = link.mean(Symmetric.dot(x, theta, d));
        H.add(link.slopeAt(mean), x);
        history.add(x, y);
        largestNorm = Math.max(largestNorm, Math.sqrt(Symmetric.dot(x, x, d)));
        H.solve(x, step);
        moveDamped(step, y - mean);
        if (history.size() >= nextRefresh) {
            refresh();
        }
    }

    /** Newton's method on the whole history, starting from theta as it stands. */
    private void refresh() {
        double error;
        int steps = 0;
        do {
            error = newtonStep();
        } while (error > TOLERANCE * norm(theta) && ++steps < MOST_STEPS);
        int n = history.size();
        int wait = n < REFRESH_ALWAYS_UNTIL ? 1 : n / (n < REFRESH_OFTEN_UNTIL ? OFTEN : SELDOM);
        nextRefresh = n + wait;
    }

    /** One damped step; returns an estimate of the error that it leaves. */
    private double newtonStep() {
        for (int i = 0; i < d; i++) {
            gradient[i] = -H.lambda() * theta[i];
            System.arraycopy(summary.matrix()[i], 0, fisher[i], 0, d);
        }
        if (summary.count() > 0) {
            summary.addGradient(theta, gradient);
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

    private double norm(double[] v) {
        return Math.sqrt(Symmetric.dot(v, v, d));
    }

    @Override
    public int dimension() {
        return d;
    }

    /** The estimate theta, to be read only. */
    @Override
    public double[] mean() {
        return theta;
    }

    /** H^-1, as the likelihood has no scale of its own. */
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
        return 1;
    }

    @Override
    public double weight(double[] x) {
        return link.slopeAt(link.mean(Symmetric.dot(x, theta, d)));
    }

    @Override
    public boolean hasScale() {
        return true;
    }

    @Override
    public double lambda() {
        return H.lambda();
    }

    /** Changes the ridge and fits anew. */
    @Override
    public void lambda(double lambda) {
        H.lambda(lambda);
        refresh();
    }

    /**
     * Laplace's approximation around the present estimate: with S = H - lambda I and u = H theta, the likelihood looks
     * like that of a linear model with unit noise, so its evidence is d/2 ln l - 1/2 ln|S + l I| + 1/2 u'(S + l I)^-1 u.
     */
    @Override
    public double logEvidence(double l) {
        double[] u = new double[d];
        double[][] v = Symmetric.copy(H.sum());
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

    /** The Fisher information H at the estimate. */
    public Precision fisher() {
        return H;
    }

    /** The link. */
    public Link link() {
        return link;
    }

    @Override
    public long count() {
        return summary.count() + history.size();
    }

    /** Writes all state, the history included. */
    public void writeState(StateWriter out) {
        write(summary, history, nextRefresh, out);
    }

    /**
     * Writes state of the same size for any number of rewards: all of them as a quadratic around theta, whose gradient is zero there. So
     * A = H - lambda I and c = H theta.
     */
    public void writeShared(StateWriter out) {
        QuadraticSummary all = new QuadraticSummary(d);
        double[] c = new double[d];
        Symmetric.multiply(H.sum(), theta, c);
        for (int i = 0; i < d; i++) {
            c[i] = Math.fma(H.lambda(), theta[i], c[i]);
        }
        all.add(H.sum(), c, count());
        write(all, new History(d), 1, out);
    }

    private void write(QuadraticSummary known, History rewards, int refreshAt, StateWriter out) {
        boolean summarised = known.count() > 0;
        out.writeString(summarised ? link.linkName() + SUMMARISED : link.linkName());
        if (summarised) {
            known.writeState(out);
        }
        rewards.writeState(out);
        H.writeState(out);
        out.writeDoubles(theta);
        out.writeDouble(largestNorm);
        out.writeInt(refreshAt);
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
        String found = in.readString();
        summary.clear();
        if (found.equals(link.linkName() + SUMMARISED)) {
            summary.readState(in);
        } else if (!found.equals(link.linkName())) {
            throw new StateFormatException("the saved state has link " + found + ", this object " + link.linkName());
        }
        history.readState(in);
        H.readState(in);
        in.readDoubles(theta);
        largestNorm = in.readDouble();
        nextRefresh = in.readCount(Integer.MAX_VALUE);
    }
}
