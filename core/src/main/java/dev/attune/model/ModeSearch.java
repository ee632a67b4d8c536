package dev.attune.model;

import dev.attune.math.Symmetric;

/** The way in which a {@link DiagonalGaussian} finds the mode of its next posterior. */
public sealed interface ModeSearch {
    /**
     * Computes the mode, argmin 1/2 sum q_i (w_i - m_i)^2 - y w'x + m(w'x).
     *
     * @param w receives the mode
     */
    void mode(Link link, double[] m, double[] q, double[] x, double y, double[] w);

    /**
     * The exact mode. Setting the gradient to zero gives w = m + c x/q with c = y - mu(m'x + c v), v = sum x_i^2/q_i: a
     * root in one dimension. It lies between 0 and y - mu(m'x), as mu does not decrease; Newton inside that bracket,
     * bisection where Newton would leave it or, as on the flank of an exponential, would not even halve the step before
     * the last.
     */
    record Exact() implements ModeSearch {
        private static final int MOST_STEPS = 2000; // reached by no input; Newton alone takes about 5
        private static final double ROUNDING = 0x1.0p-53;

        @Override
        public void mode(Link link, double[] m, double[] q, double[] x, double y, double[] w) {
            double v = 0;
            for (int i = 0; i < x.length; i++) {
                v = Math.fma(x[i] / q[i], x[i], v);
            }
            double c = root(link, Symmetric.dot(m, x, x.length), v, y);
            for (int i = 0; i < x.length; i++) {
                w[i] = m[i] + c * x[i] / q[i];
            }
        }

        private static double root(Link link, double score, double v, double y) {
            double pull = y - link.mean(score);
            double low = Math.min(0, pull);
            double high = Math.max(0, pull);
            double c = 0;
            double last = Double.POSITIVE_INFINITY; // the lengths of the last two steps
            double beforeLast = Double.POSITIVE_INFINITY;
            for (int step = 0; step < MOST_STEPS; step++) {
                double mean = link.mean(Math.fma(c, v, score));
                double f = c - y + mean; // increasing in c
                if (Math.abs(f) <= ROUNDING * (Math.abs(y) + Math.abs(mean))) {
                    return c; // nothing but rounding is left
                }
                if (f > 0) {
                    high = c;
                } else {
                    low = c;
                }
                double next = c - f / Math.fma(link.slopeAt(mean), v, 1);
                if (!(next > low && next < high && 2 * Math.abs(next - c) <= beforeLast)) {
                    next = 0.5 * (low + high);
                }
                if (next == c) {
                    return c;
                }
                beforeLast = last;
                last = Math.abs(next - c);
                c = next;
            }
            return c;
        }
    }

    /**
     * Gradient descent as in the experiments of Kang, Hsieh and Lee (2024): from m, with a step size that is halved
     * every 100 iterations, at most 1000 of them, until the gradient is shorter than 1e-4.
     *
     * <p>Departure: an iteration that makes the gradient longer is undone and the step size halved, because a plain
     * step diverges as soon as step * q exceeds 2.
     *
     * @param step the step size
     */
    record Descent(double step) implements ModeSearch {
        private static final int HALVE_EVERY = 100;
        private static final int MOST_ITERATIONS = 1000;
        private static final double SHORT_GRADIENT = 1e-4;

        @Override
        public void mode(Link link, double[] m, double[] q, double[] x, double y, double[] w) {
            // The gradient q (w - m) - (y - mu(w'x)) x vanishes on the line w = m + c x/q, and descent from m leaves
            // that line whenever q differs between coordinates: so w is moved in full, as published.
            int d = m.length;
            double[] gradient = new double[d];
            double[] before = new double[d];
            System.arraycopy(m, 0, w, 0, d);
            double length = gradient(link, m, q, x, y, w, gradient);
            double size = step;
            for (int k = 1; k <= MOST_ITERATIONS && length > SHORT_GRADIENT; k++) {
                System.arraycopy(w, 0, before, 0, d);
                for (int i = 0; i < d; i++) {
                    w[i] = Math.fma(-size, gradient[i], w[i]);
                }
                double moved = gradient(link, m, q, x, y, w, gradient);
                if (moved < length) {
                    length = moved;
                } else {
                    System.arraycopy(before, 0, w, 0, d);
                    length = gradient(link, m, q, x, y, w, gradient);
                    size /= 2;
                }
                if (k % HALVE_EVERY == 0) {
                    size /= 2;
                }
            }
        }

        private static double gradient(
                Link link, double[] m, double[] q, double[] x, double y, double[] w, double[] out) {
            double residual = y - link.mean(Symmetric.dot(w, x, x.length));
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                out[i] = Math.fma(q[i], w[i] - m[i], -residual * x[i]);
                sum = Math.fma(out[i], out[i], sum);
            }
            return Math.sqrt(sum);
        }
    }
}
