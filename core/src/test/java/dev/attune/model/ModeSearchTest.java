package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModeSearchTest {
    static final Link[] LINKS = LinkTest.LINKS;
    private static final ModeSearch EXACT = new ModeSearch.Exact();

    private static double[] mode(ModeSearch search, Link link, double[] m, double[] q, double[] x, double y) {
        double[] w = new double[m.length];
        search.mode(link, m, q, x, y, w);
        return w;
    }

    /** q (w - m) - (y - mu(w'x)) x, coordinate by coordinate over the size of its terms. */
    private static double relativeGradient(Link link, double[] m, double[] q, double[] x, double y, double[] w) {
        double mean = link.mean(Oracle.dot(w, x));
        double worst = 0;
        for (int i = 0; i < m.length; i++) {
            double gradient = q[i] * (w[i] - m[i]) - (y - mean) * x[i];
            double size = q[i] * (Math.abs(w[i]) + Math.abs(m[i])) + (Math.abs(y) + Math.abs(mean)) * Math.abs(x[i]);
            worst = Math.max(worst, size == 0 ? 0 : Math.abs(gradient) / size);
        }
        return worst;
    }

    private static double[] positive(RoundRandom rng, int d) {
        double[] q = new double[d];
        for (int i = 0; i < d; i++) {
            q[i] = Math.exp(rng.nextGaussian());
        }
        return q;
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void theGradientVanishesAtTheExactMode(Link link) {
        RoundRandom rng = new RoundRandom(1, 0);
        for (int n = 0; n < 2000; n++) {
            int d = 1 + n % 9;
            double[] m = Oracle.gaussian(rng, d, 1);
            double[] q = positive(rng, d);
            double[] x = Oracle.gaussian(rng, d, 1);
            double y = link == Link.LOGISTIC ? rng.nextInt(2) : rng.nextInt(20);
            double[] w = mode(EXACT, link, m, q, x, y);
            assertThat(relativeGradient(link, m, q, x, y, w)).isLessThan(1e-12);
        }
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void extremeRewardsScoresAndPrecisionsStillHaveAModeWithoutGradient(Link link) {
        double[] sizes = {1e-30, 1e-3, 1, 1e3, 1e10, 1e30};
        for (double score : new double[] {-1e30, -700, -40, -1, 0, 1, 40, 99, 101, 700, 1e30}) {
            for (double scale : sizes) {
                for (double q : sizes) {
                    for (double y : new double[] {0, 0.5, 1, 1e3, 1e30}) {
                        if (y <= link.rewards().high()) {
                            double[] m = {score / scale, 0};
                            double[] precision = {q, 2 * q};
                            double[] x = {scale, -0.5 * scale};
                            double[] w = mode(EXACT, link, m, precision, x, y);
                            assertThat(w[0]).isFinite();
                            assertThat(w[1]).isFinite();
                            assertStationary(link, m, precision, x, y, w);
                        }
                    }
                }
            }
        }
    }

    /**
     * Either the gradient vanishes to rounding, or it changes sign within the rounding of the score: there the mean
     * jumps by more than the gradient from one number to the next.
     */
    private static void assertStationary(Link link, double[] m, double[] q, double[] x, double y, double[] w) {
        if (relativeGradient(link, m, q, x, y, w) < 1e-12) {
            return;
        }
        double v = x[0] * x[0] / q[0] + x[1] * x[1] / q[1];
        double c = (w[1] - m[1]) * q[1] / x[1];
        double score = m[0] * x[0] + m[1] * x[1];
        double rounding = 1e-14 * (Math.abs(score) + Math.abs(c) * v + 1);
        double below = c - y + link.mean(score + c * v - rounding);
        double above = c - y + link.mean(score + c * v + rounding);
        double noise = 1e-14 * (Math.abs(y) + Math.abs(c)) + 1e-290; // c x/q may underflow
        assertThat(below - noise).isLessThanOrEqualTo(0);
        assertThat(above + noise).isGreaterThanOrEqualTo(0);
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void theExactModeAgreesWithAMinimiserInAllDimensions(Link link) {
        RoundRandom rng = new RoundRandom(2, 0);
        for (int n = 0; n < 100; n++) {
            int d = 1 + n % 6;
            double[] m = Oracle.gaussian(rng, d, 0.5);
            double[] q = positive(rng, d);
            double[] x = Oracle.gaussian(rng, d, 0.7);
            double y = link == Link.LOGISTIC ? rng.nextInt(2) : rng.nextInt(5);
            double[] w = mode(EXACT, link, m, q, x, y);
            double[] brute = minimise(link, m, q, x, y);
            for (int i = 0; i < d; i++) {
                assertThat(w[i]).isCloseTo(brute[i], within(1e-7));
            }
        }
    }

    /** Coordinate by coordinate on the objective itself: knows nothing of gradients or lines. */
    private static double[] minimise(Link link, double[] m, double[] q, double[] x, double y) {
        double[] w = m.clone();
        for (int sweep = 0; sweep < 400; sweep++) {
            double moved = 0;
            for (int i = 0; i < w.length; i++) {
                double before = w[i];
                w[i] = bisectSlope(link, m, q, x, y, w, i);
                moved = Math.max(moved, Math.abs(w[i] - before));
            }
            if (moved < 1e-10) {
                break;
            }
        }
        return w;
    }

    /** Where the objective's difference quotient along coordinate i changes sign. */
    private static double bisectSlope(Link link, double[] m, double[] q, double[] x, double y, double[] w, int i) {
        double[] probe = w.clone();
        double low = w[i] - 20;
        double high = w[i] + 20;
        for (int k = 0; k < 60; k++) {
            double middle = 0.5 * (low + high);
            probe[i] = middle + 1e-4;
            double right = objective(link, m, q, x, y, probe);
            probe[i] = middle - 1e-4;
            if (right > objective(link, m, q, x, y, probe)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return 0.5 * (low + high);
    }

    private static double objective(Link link, double[] m, double[] q, double[] x, double y, double[] w) {
        double score = Oracle.dot(w, x);
        double sum = Oracle.cumulant(link, score) - y * score;
        for (int i = 0; i < m.length; i++) {
            sum += 0.5 * q[i] * (w[i] - m[i]) * (w[i] - m[i]);
        }
        return sum;
    }

    @Test
    void aRewardThatWasExpectedMovesNothing() {
        double[] m = {0.3, -0.2};
        double[] x = {1, 0.5};
        double expected = Link.LOGISTIC.mean(Oracle.dot(m, x));
        assertThat(mode(EXACT, Link.LOGISTIC, m, new double[] {1, 2}, x, expected))
                .containsExactly(m);
        assertThat(mode(EXACT, Link.LOGISTIC, m, new double[] {1, 2}, new double[2], 1))
                .containsExactly(m);
    }

    /** The objective is strongly convex with modulus min q: a gradient of 1e-4 is a distance of at most 1e-4 / min q. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 1, 5})
    void descentComesWithinItsToleranceOfTheExactMode(double step) {
        RoundRandom rng = new RoundRandom(3, 0);
        for (Link link : LINKS) {
            for (int n = 0; n < 100; n++) {
                int d = 1 + n % 6;
                double[] m = Oracle.gaussian(rng, d, 0.5);
                double[] q = new double[d];
                double least = Double.POSITIVE_INFINITY;
                for (int i = 0; i < d; i++) {
                    q[i] = 1 + 9 * rng.nextDouble();
                    least = Math.min(least, q[i]);
                }
                double[] x = Oracle.unit(rng, d);
                double y = rng.nextInt(2);
                double[] exact = mode(EXACT, link, m, q, x, y);
                double[] descent = mode(new ModeSearch.Descent(step), link, m, q, x, y);
                double[] difference = new double[d];
                for (int i = 0; i < d; i++) {
                    difference[i] = descent[i] - exact[i];
                }
                assertThat(Oracle.norm(difference)).isLessThanOrEqualTo(1e-4 / least * (1 + 1e-9));
            }
        }
    }

    @Test
    void descentStartsAtTheMeanAndStopsThereIfTheGradientIsShort() {
        double[] m = {0.3, -0.2};
        double[] x = {1e-5, 1e-5};
        assertThat(mode(new ModeSearch.Descent(1), Link.LOGISTIC, m, new double[] {1, 1}, x, 1))
                .containsExactly(m);
    }

    @Test
    void oneDescentStepByHand() {
        // q = 1, m = 0, x = 1, y = 1, step 1 with the identity: w = 0 - 1 * (0 - (1 - 0)) = 1 has gradient 1, no
        // shorter than before, so it is undone; with step 1/2, w = 1/2 has gradient 1/2 - 1/2 = 0.
        assertThat(mode(new ModeSearch.Descent(1), Link.IDENTITY, new double[1], new double[] {1}, new double[] {1}, 1))
                .containsExactly(0.5);
    }

    @Test
    void descentStaysFiniteWithTheLargestSteps() {
        RoundRandom rng = new RoundRandom(4, 0);
        for (Link link : LINKS) {
            double[] w = mode(
                    new ModeSearch.Descent(1e6),
                    link,
                    Oracle.gaussian(rng, 3, 1),
                    new double[] {1, 1e3, 1e6},
                    new double[] {1, 1, 1},
                    1);
            assertThat(Oracle.norm(w)).isFinite();
        }
    }
}
