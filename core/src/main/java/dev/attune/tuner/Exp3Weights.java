package dev.attune.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.Require;
import dev.attune.math.Categorical;
import dev.attune.math.Exponentials;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * The weights of EXP3 over K choices, kept as logarithms of which the largest is zero.
 *
 * <pre>
 *   gamma = min(1, sqrt(K ln K / ((e - 1) T)))
 *   p_i   = (1 - gamma) w_i / sum w + gamma / K
 *   after reward y of choice i, drawn with p_i:  w_i *= exp(gamma / K * y / p_i)
 * </pre>
 *
 * <p>Cost: K exponentials a draw, O(K) a reward.
 *
 * <p>Auer, Cesa-Bianchi, Freund, Schapire, "The nonstochastic multiarmed bandit problem", SIAM Journal on Computing 32,
 * 2002: algorithm Exp3, and Corollary 3.2 for gamma with the bound g = T.
 */
final class Exp3Weights {
    private static final double E_MINUS_1 = StrictMath.expm1(1);

    private static final double ROUNDING = 1e-9;

    private final double[] logW;
    private final double[] p; // of the last draw

    Exp3Weights(int choices) {
        this.logW = new double[Require.positive("choices", choices)];
        this.p = new double[choices];
        mix(1);
    }

    int size() {
        return logW.length;
    }

    /** The mixing rate for the T in force at a round. */
    double gamma(Horizon horizon, long t) {
        double K = logW.length;
        return Math.min(1, Math.sqrt(K * StrictMath.log(K) / (E_MINUS_1 * horizon.at(t))));
    }

    /** Draws a choice; its probability and those of all others are then known. */
    int draw(double gamma, RandomGenerator rng) {
        mix(gamma);
        return Categorical.draw(p, rng.nextDouble());
    }

    private void mix(double gamma) {
        int K = logW.length;
        double logSum = Exponentials.logSumExp(logW, K);
        for (int i = 0; i < K; i++) {
            p[i] = Math.min(1, (1 - gamma) * StrictMath.exp(logW[i] - logSum) + gamma / K);
        }
    }

    /** The probability of a choice in the last draw. */
    double probability(int i) {
        return p[i];
    }

    /** Refuses a memo that this cannot have written: a probability is never below gamma / K. */
    void requireMemo(double probability, double gamma) {
        Credit.share("gamma", gamma);
        Credit.probability(probability);
        if (probability < (1 - ROUNDING) * gamma / logW.length) {
            throw new IllegalArgumentException("the memo of the suggestion has probability = " + probability
                    + ", which is below gamma / K with gamma = " + gamma + " and K = " + logW.length);
        }
    }

    /** Pays a choice that was drawn with this probability at this mixing rate, now or long ago. */
    void reward(int i, double probability, double gamma, double y) {
        int K = logW.length;
        logW[i] += gamma * y / (K * probability);
        double largest = Double.NEGATIVE_INFINITY;
        for (double log : logW) {
            largest = Math.max(largest, log);
        }
        for (int j = 0; j < K; j++) {
            logW[j] -= largest; // the same weights, and no loss of digits however long the run
        }
    }

    void writeState(StateWriter out) {
        out.writeDoubles(logW);
    }

    void readState(StateReader in) {
        in.readDoubles(logW);
    }
}
