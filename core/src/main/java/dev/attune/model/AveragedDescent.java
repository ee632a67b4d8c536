package dev.attune.model;

import dev.attune.api.Require;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * The learner inside SGD-TS (Ding, Hsieh, Sharpnack 2021): one step of stochastic gradient descent per batch of tau
 * rewards, averaged, and one random direction that is kept for the whole batch.
 *
 * <pre>
 *   first tau rewards: theta0 = ridge estimate on them ;  theta~ = theta0, thetaBar = 0
 *   at the start of batch j = 1, 2, ...:
 *     theta~  -= (step / j) * gradient summed over the last batch, then projected on the ball |. - theta0| at most 2
 *     thetaBar = ((j-1) thetaBar + theta~) / j
 *     z_j ~ N(0, I)
 *   posterior: N(thetaBar, 2/j I)
 * </pre>
 *
 * <p>O(d) per reward; each of the first tau costs up to O(tau d^2).
 */
public final class AveragedDescent implements Model {
    private static final double RADIUS = 2;

    private final Link link;
    private final int d;
    private final int tau;
    private final long seed;
    private final GlmModel start; // holds the first tau rewards; idle afterwards
    private final double[] theta; // theta~
    private final double[] thetaBar;
    private final double[] gradient; // of the current batch, at theta~
    private final double[] u; // sqrt(2/j) z_j
    private double[][] covariance = {}; // as of when it was last asked for
    private long j; // current batch; 0 before the first
    private int inBatch; // rewards of this batch so far

    /**
     * Makes a model without observations.
     *
     * @param link the link
     * @param dimension number of features
     * @param batch rewards per batch, tau
     * @param startRidge ridge of the estimate on the first tau rewards
     * @param seed key of the draws, one per batch
     */
    public AveragedDescent(Link link, int dimension, int batch, double startRidge, long seed) {
        this.link = link;
        this.d = Require.positive("dimension", dimension);
        this.tau = Require.positive("batch", batch);
        this.seed = seed;
        this.start = new GlmModel(link, d, startRidge);
        this.theta = new double[d];
        this.thetaBar = new double[d];
        this.gradient = new double[d];
        this.u = new double[d];
    }

    /** Learns one reward; the caller has checked x, y and the step, which counts if the reward closes a batch. */
    public void add(double[] x, double y, double step) {
        if (j == 0) {
            start.add(x, y);
        } else {
            double residual = link.mean(Symmetric.dot(x, theta, d)) - y;
            for (int i = 0; i < d; i++) {
                gradient[i] = Math.fma(residual, x[i], gradient[i]);
            }
        }
        if (++inBatch == tau) {
            startBatch(step);
        }
    }

    private void startBatch(double step) {
        double[] theta0 = start.mean();
        j++;
        inBatch = 0;
        if (j == 1) {
            System.arraycopy(theta0, 0, theta, 0, d); // Algorithm 1, line 3: theta~_0
        } else {
            for (int i = 0; i < d; i++) { // line 7: theta~_j, one step for the batch
                theta[i] = Math.fma(-step / j, gradient[i], theta[i]);
            }
            project(theta0);
        }
        for (int i = 0; i < d; i++) {
            thetaBar[i] += (theta[i] - thetaBar[i]) / j; // line 8
        }
        Arrays.fill(gradient, 0);
        drawDirection();
    }

    private void project(double[] theta0) {
        double squared = 0;
        for (int i = 0; i < d; i++) {
            double gap = theta[i] - theta0[i];
            squared = Math.fma(gap, gap, squared);
        }
        double length = Math.sqrt(squared);
        if (length > RADIUS) {
            for (int i = 0; i < d; i++) {
                theta[i] = theta0[i] + RADIUS / length * (theta[i] - theta0[i]);
            }
        }
    }

    private void drawDirection() {
        RoundRandom.gaussians(new RoundRandom(seed, j), u); // line 11
        shape(u);
    }

    /** Returns the rewards per batch, tau. */
    public int batchLength() {
        return tau;
    }

    /** Returns whether the first tau rewards are still being collected, so that there is no estimate yet. */
    public boolean starting() {
        return j == 0;
    }

    /** Returns the draw from N(0, 2/j I) that is kept for the current batch, to be read only. */
    public double[] direction() {
        return u;
    }

    @Override
    public Link link() {
        return link;
    }

    @Override
    public int dimension() {
        return d;
    }

    @Override
    public long count() {
        return j * tau + inBatch;
    }

    /** Returns the averaged coefficients thetaBar, to be read only. */
    @Override
    public double[] mean() {
        return thetaBar;
    }

    @Override
    public double variance(int i) {
        return 2.0 / Math.max(1, j);
    }

    /** Returns a matrix of d x d numbers, made when it is first asked for: without it, memory is O(d). */
    @Override
    public double[][] covariance() {
        if (covariance.length == 0) {
            covariance = Symmetric.scaledIdentity(d, 0);
        }
        for (int i = 0; i < d; i++) {
            covariance[i][i] = variance(i);
        }
        return covariance;
    }

    @Override
    public void shape(double[] z) {
        double deviation = Math.sqrt(2.0 / Math.max(1, j));
        for (int i = 0; i < z.length; i++) {
            z[i] *= deviation;
        }
    }

    @Override
    public double noise() {
        return 1;
    }

    @Override
    public double weight(double[] x) {
        return 1;
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeString(batches());
        start.writeState(out);
        out.writeDoubles(theta);
        out.writeDoubles(thetaBar);
        out.writeDoubles(gradient);
        out.writeLong(j);
        out.writeInt(inBatch);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("batches", batches());
        start.readState(in);
        in.readDoubles(theta);
        in.readDoubles(thetaBar);
        in.readDoubles(gradient);
        j = in.readTally();
        inBatch = in.readCount(tau - 1);
        drawDirection();
    }

    private String batches() {
        return "of " + tau + " drawn with seed " + seed;
    }
}
