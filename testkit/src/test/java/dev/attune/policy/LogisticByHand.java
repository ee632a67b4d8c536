package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Three rewards for the generalized linear policies, d = 1, logistic, lambda = 1: x = -2, y = 0; x = 1, y = 0; x = 1, y
 * = 1. With s(z) = 1 / (1 + e^-z), the penalised score equation sum (y - s(x theta)) x = theta reads
 *
 * <pre>
 *   after 1:  2 s(-2 theta)                          = theta     V = 1 + 4 = 5
 *   after 2:  2 s(-2 theta) - s(theta)               = theta     V = 6
 *   after 3:  2 s(-2 theta) - s(theta) + 1 - s(theta) = theta    V = 7
 * </pre>
 */
final class LogisticByHand {
    static final double[] X = {-2, 1, 1};
    static final double[] Y = {0, 0, 1};

    /** The roots after no, one, two and three rewards. */
    static final double[] ROOT = {0, 0.521298457000, 0.223957133331, 0.409721551896};

    /** H = 1 + sum x^2 s (1 - s) at the roots. */
    static final double[] FISHER = {1, 1.770844832730, 2.198365106634, 2.328862102244};

    private LogisticByHand() {}

    static double s(double z) {
        return 1 / (1 + Math.exp(-z));
    }

    /** That the numbers above are what they are said to be, to 12 digits: the equations themselves, put in. */
    static void verifyTheNumbers() {
        for (int n = 0; n <= 3; n++) {
            double score = -ROOT[n];
            double fisher = 1;
            for (int i = 0; i < n; i++) {
                double mean = s(X[i] * ROOT[n]);
                score += (Y[i] - mean) * X[i];
                fisher += X[i] * X[i] * mean * (1 - mean);
            }
            assertThat(score).as("score equation after %d rewards", n).isCloseTo(0, within(3e-12));
            assertThat(fisher).isCloseTo(FISHER[n], within(3e-12));
        }
    }
}
