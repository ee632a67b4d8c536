package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LogBarrierTest {
    /** M = 2, p = (1/2, 1/2): with b = eta loss_0 the multiplier solves a^2 + (b - 2) a - b = 0 and p_1 = 1 / a. */
    @Test
    void stepForTwoCandidatesByHand() {
        for (double b : new double[] {1e-6, 0.3, 2, 50}) {
            double[] p = {0.5, 0.5};
            Corral.logBarrierStep(p, new double[] {b / 0.1, 0}, new double[] {0.1, 0.1});
            double a = (2 - b + Math.sqrt(b * b + 4)) / 2;
            assertThat(p[1]).isCloseTo(1 / a, within(1e-12));
            assertThat(p[0] + p[1]).isCloseTo(1, within(1e-15));
        }
    }

    @Test
    void equalLossesChangeNothing() {
        double[] p = {0.2, 0.3, 0.5};
        Corral.logBarrierStep(p, new double[] {7, 7, 7}, new double[] {0.1, 1, 10});
        assertThat(p).containsExactly(new double[] {0.2, 0.3, 0.5}, within(1e-15));
    }

    /**
     * Against plain bisection for the logarithm of the distance to the pole, on random problems of very uneven scale; and
     * against the definition: no other point of the simplex has a smaller objective.
     */
    @Test
    void stepSolvesTheProblemItStates() {
        for (int k = 0; k < 400; k++) {
            RoundRandom rng = new RoundRandom(6, k);
            int M = 2 + rng.nextInt(12);
            double[] q = simplex(rng, M, 4);
            double[] loss = new double[M];
            double[] eta = new double[M];
            for (int i = 0; i < M; i++) {
                loss[i] = k % 2 == 0 ? 0 : rng.nextDouble();
                eta[i] = Math.exp(3 * rng.nextGaussian());
            }
            loss[rng.nextInt(M)] = Math.exp(4 * rng.nextGaussian());
            double[] p = q.clone();
            Corral.logBarrierStep(p, loss, eta);

            assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(1e-14));
            double[] expected = bisected(q, loss, eta);
            for (int i = 0; i < M; i++) {
                assertThat(p[i]).as("problem %d, candidate %d", k, i).isCloseTo(expected[i], within(1e-11));
            }
            double value = objective(p, q, loss, eta);
            for (int n = 0; n < 50; n++) {
                double[] other = simplex(rng, M, 1);
                double share = Math.exp(-8 * rng.nextDouble());
                for (int i = 0; i < M; i++) {
                    other[i] = (1 - share) * p[i] + share * other[i];
                }
                assertThat(objective(other, q, loss, eta)).isGreaterThan(value - 1e-9 * Math.abs(value));
            }
        }
    }

    private static double[] simplex(RoundRandom rng, int M, double spread) {
        double[] p = new double[M];
        double sum = 0;
        for (int i = 0; i < M; i++) {
            p[i] = Math.exp(spread * rng.nextGaussian());
            sum += p[i];
        }
        for (int i = 0; i < M; i++) {
            p[i] /= sum;
        }
        return p;
    }

    private static double objective(double[] p, double[] q, double[] loss, double[] eta) {
        double value = 0;
        for (int i = 0; i < p.length; i++) {
            double ratio = p[i] / q[i];
            value += p[i] * loss[i] + (ratio - Math.log(ratio) - 1) / eta[i];
        }
        return value;
    }

    private static double[] bisected(double[] q, double[] loss, double[] eta) {
        double pole = Double.POSITIVE_INFINITY;
        for (int i = 0; i < q.length; i++) {
            pole = Math.min(pole, loss[i] + 1 / (eta[i] * q[i]));
        }
        double low = -100;
        double high = 100;
        for (int n = 0; n < 300; n++) {
            double middle = 0.5 * (low + high);
            double sum = 0;
            for (double x : at(pole - Math.exp(middle), q, loss, eta)) {
                sum += x;
            }
            if (sum > 1) {
                low = middle; // too near the pole
            } else {
                high = middle;
            }
        }
        return at(pole - Math.exp(high), q, loss, eta);
    }

    private static double[] at(double lambda, double[] q, double[] loss, double[] eta) {
        double[] p = new double[q.length];
        for (int i = 0; i < q.length; i++) {
            p[i] = 1 / Math.max(1e-300, 1 / q[i] + eta[i] * (loss[i] - lambda));
        }
        return p;
    }
}
