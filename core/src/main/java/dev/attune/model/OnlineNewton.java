package dev.attune.model;

import dev.attune.api.Require;
import dev.attune.math.Cholesky;
import dev.attune.math.Symmetric;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * The learner inside GLOC (Jun, Bhargava, Nowak, Willett 2017): an online Newton step per reward, and a ridge
 * regression on its own predictions around which the confidence set is drawn.
 *
 * <pre>
 *   z = x' theta                                  the prediction before the step
 *   g = mu(z) - y ;  A += x x'
 *   theta = projection of theta - (g / kappa) A^-1 x  on the ball |.| at most S, in the norm of A
 *   b += z x ;  thetaHat = V^-1 b                 V = A, as both start from lambda I
 * </pre>
 *
 * <p>O(d^2) per reward; a reward whose step leaves the ball costs a few factorisations more, O(d^3).
 */
public final class OnlineNewton implements Model {
    private static final int MOST_PROJECTION_STEPS = 60;
    private static final double PROJECTION_TOLERANCE = 1e-12;

    private final Link link;
    private final int d;
    private final double S;
    private final Precision A;
    private final double[] theta;
    private final double[] b;
    private final double[] thetaHat;
    private double zz; // sum of z^2
    private long n;
    private double gain; // sum of g^2 x' A^-1 x / kappa, A after the addition

    private final double[] work;

    /** Starts at theta = 0 with A = V = lambda I and coefficients bounded by {@code radius}. */
    public OnlineNewton(Link link, int dimension, double lambda, double radius) {
        this.link = link;
        this.d = Require.positive("dimension", dimension);
        this.S = Require.positive("radius", radius);
        this.A = new Precision(d, lambda);
        this.theta = new double[d];
        this.b = new double[d];
        this.thetaHat = new double[d];
        this.work = new double[d];
    }

    /** Learns one reward; the caller has checked x, y and kappa. */
    public void add(double[] x, double y, double kappa) {
        double z = Symmetric.dot(x, theta, d);
        double g = link.mean(z) - y;
        A.solve(x, work);
        double leverage = A.add(1, x);
        gain += g * g * (leverage / (1 + leverage)) / kappa;
        double step = -g / kappa / (1 + leverage); // A^-1 x after the addition is that before it over 1 + leverage
        for (int i = 0; i < d; i++) {
            theta[i] = Math.fma(step, work[i], theta[i]);
            b[i] = Math.fma(z, x[i], b[i]);
        }
        if (norm(theta) > S) {
            project();
        }
        zz = Math.fma(z, z, zz);
        n++;
        A.solve(b, thetaHat);
    }

    /**
     * theta(m) = (A + m I)^-1 A theta' with m such that |theta(m)| = S: Newton on 1/|theta(m)| - 1/S, which is nearly
     * linear in m and approached from below (Moré and Sorensen, "Computing a trust region step", 1983).
     */
    private void project() {
        double[][] sum = A.sum();
        double[][] shifted = new double[d][d];
        double[] target = new double[d];
        Cholesky factor = new Cholesky(d);
        for (int i = 0; i < d; i++) {
            target[i] = A.lambda() * theta[i]; // A theta' from the sum, not through the inverse
            for (int j = 0; j < d; j++) {
                target[i] = Math.fma(sum[i][j], theta[j], target[i]);
            }
        }
        double m = 0;
        for (int step = 0; step < MOST_PROJECTION_STEPS; step++) {
            for (int i = 0; i < d; i++) {
                System.arraycopy(sum[i], 0, shifted[i], 0, d);
                shifted[i][i] += A.lambda() + m;
            }
            if (!factor.factor(shifted)) {
                break; // only when the features span too many orders of magnitude; the rescaling below still holds S
            }
            System.arraycopy(target, 0, theta, 0, d);
            factor.solve(theta);
            double length = norm(theta);
            if (length <= S * (1 + PROJECTION_TOLERANCE)) {
                break;
            }
            System.arraycopy(theta, 0, work, 0, d);
            factor.solveLower(work);
            double ratio = length / norm(work);
            m += ratio * ratio * (length - S) / S;
        }
        double over = norm(theta) / S;
        if (over > 1) {
            for (int i = 0; i < d; i++) {
                theta[i] /= over;
            }
        }
    }

    private double norm(double[] v) {
        return Math.sqrt(Symmetric.dot(v, v, d));
    }

    @Override
    public int dimension() {
        return d;
    }

    @Override
    public long count() {
        return n;
    }

    /** Returns the centre of the confidence set, thetaHat, to be read only. */
    @Override
    public double[] mean() {
        return thetaHat;
    }

    @Override
    public double[][] covariance() {
        return A.inverse();
    }

    @Override
    public void shape(double[] z) {
        A.shape(z);
    }

    /**
     * Returns 1/sqrt(mu'(0)): the Fisher information is about mu'(0) V, so a standard deviation is 1/sqrt(mu'(0))
     * widths.
     */
    @Override
    public double noise() {
        return 1 / Math.sqrt(link.slopeAt(link.mean(0)));
    }

    @Override
    public double weight(double[] x) {
        return 1;
    }

    /** Returns the online estimate, to be read only; |theta| is at most S. */
    public double[] theta() {
        return theta;
    }

    @Override
    public Link link() {
        return link;
    }

    /**
     * Returns beta_t, the squared radius of the confidence set after the rewards so far: Jun et al., Theorem 1 with the
     * regret bound of the online Newton step, Theorem 3.
     *
     * <pre>
     *   B = 1/(2 kappa) sum g^2 |x|^2_{A^-1} + 2 kappa S^2 lambda
     *   alpha = 1 + 4/kappa B + 8 R^2/kappa^2 ln(2/delta sqrt(1 + 2/kappa B + 4 R^4/(kappa^4 delta^2)))
     *   beta = alpha + lambda S^2 - (|z|^2 - thetaHat' b)
     * </pre>
     *
     * @param kappa smallest slope of the link
     * @param R sub-Gaussian scale of the noise
     * @param delta probability of failure
     */
    public double squaredRadius(double kappa, double R, double delta) {
        double bound = 0.5 * gain + 2 * kappa * S * S * A.lambda();
        double tail = 1 + 2 / kappa * bound + 4 * StrictMath.pow(R / kappa, 4) / (delta * delta);
        double alpha = 1
                + 4 / kappa * bound
                + 8 * R * R / (kappa * kappa) * (StrictMath.log(2 / delta) + 0.5 * StrictMath.log(tail));
        double residual = Math.max(0, zz - Symmetric.dot(thetaHat, b, d));
        return Math.max(0, alpha + A.lambda() * S * S - residual);
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeString(link.linkName());
        out.writeDouble(S);
        A.writeState(out);
        out.writeDoubles(theta);
        out.writeDoubles(b);
        out.writeDoubles(thetaHat);
        out.writeDouble(zz);
        out.writeDouble(gain);
        out.writeLong(n);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("link", link.linkName());
        in.expect("radius", S);
        A.readState(in);
        in.readDoubles(theta);
        in.readDoubles(b);
        in.readDoubles(thetaHat);
        zz = in.readDouble();
        gain = in.readDouble();
        n = in.readTally();
    }
}
