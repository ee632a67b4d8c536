package dev.attune.model;

import dev.attune.api.Require;
import dev.attune.math.Symmetric;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * The diagonal Laplace approximation of Chapelle and Li (2011), Algorithm 3: weights w_i ~ N(m_i, 1/q_i),
 * independently. After a reward, m moves to the mode and q grows by the curvature there:
 *
 * <pre>
 *   w = argmin 1/2 sum q_i (w_i - m_i)^2 - y w'x + m(w'x)      m(.): the integral of mu; logistic loss for 0/1 rewards
 *   m = w ;  q_i += x_i^2 mu'(w'x)
 * </pre>
 *
 * <p>O(d) per reward.
 */
public final class DiagonalGaussian implements Model {
    private final Link link;
    private final double[] m;
    private final double[] q;
    private final double[] w;
    private double[][] covariance = {}; // 1/q on the diagonal, as of when it was last asked for
    private long n;

    /** Makes the prior: m = 0, q = lambda. */
    public DiagonalGaussian(Link link, int dimension, double lambda) {
        this.link = link;
        this.m = new double[Require.positive("dimension", dimension)];
        this.q = new double[dimension];
        this.w = new double[dimension];
        Arrays.fill(q, Require.positive("lambda", lambda));
    }

    /** Learns one reward with the mode that a search finds; the caller has checked x and y. */
    public void add(double[] x, double y, ModeSearch search) {
        search.mode(link, m, q, x, y, w);
        double score = Symmetric.dot(w, x, w.length);
        double slope = link.slopeAt(link.mean(score));
        if (!Double.isFinite(slope) || !Double.isFinite(score)) {
            throw new ArithmeticException("the mode is not finite: score " + score + " at reward " + y);
        }
        for (int i = 0; i < m.length; i++) {
            m[i] = w[i];
            q[i] = Math.fma(slope * x[i], x[i], q[i]);
        }
        n++;
    }

    @Override
    public int dimension() {
        return m.length;
    }

    @Override
    public long count() {
        return n;
    }

    /** Returns the posterior means, to be read only. */
    @Override
    public double[] mean() {
        return m;
    }

    @Override
    public double variance(int i) {
        return 1 / q[i];
    }

    /** Returns a matrix of d x d numbers, made when it is first asked for: without it, memory is O(d). */
    @Override
    public double[][] covariance() {
        if (covariance.length == 0) {
            covariance = Symmetric.scaledIdentity(q.length, 0);
        }
        for (int i = 0; i < q.length; i++) {
            covariance[i][i] = 1 / q[i];
        }
        return covariance;
    }

    @Override
    public void shape(double[] z) {
        for (int i = 0; i < z.length; i++) {
            z[i] /= Math.sqrt(q[i]);
        }
    }

    @Override
    public double noise() {
        return 1;
    }

    @Override
    public double weight(double[] x) {
        return link.slopeAt(link.mean(Symmetric.dot(x, m, m.length)));
    }

    @Override
    public Link link() {
        return link;
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeString(link.linkName());
        out.writeDoubles(m);
        out.writeDoubles(q);
        out.writeLong(n);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("link", link.linkName());
        in.readDoubles(m);
        in.readDoubles(q);
        n = in.readTally();
        for (int i = 0; i < q.length; i++) {
            if (!(q[i] > 0)) {
                throw new StateFormatException("the saved state has a precision of " + q[i]);
            }
        }
    }
}
