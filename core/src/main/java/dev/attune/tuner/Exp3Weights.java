package dev.attune.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.MemoReader;
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

    /**
     * A choice as it was drawn: what a suggestion carries for every EXP3 that took part in it.
     *
     * @param choice the choice
     * @param probability the probability of the draw
     * @param gamma the mixing rate of the draw
     */
    record Memo(int choice, double probability, double gamma) {
        static final int LENGTH = 3;

        double[] encode() {
            return new double[] {choice, probability, gamma};
        }

        /** Reads a memo, and rejects one that cannot have been written here: a probability is never below gamma / K. */
        static Memo decode(MemoReader memo, String name, int K) {
            Memo read = new Memo(memo.index(name, K), memo.probability(), memo.share("gamma"));
            if (read.probability < (1 - ROUNDING) * read.gamma / K) {
                throw new IllegalArgumentException("the memo of the suggestion has probability = " + read.probability
                        + ", which is below gamma / K with gamma = " + read.gamma + " and K = " + K);
            }
            return read;
        }
    }

    /** Returns the mixing rate for the T in force at a round. */
    double gamma(Horizon horizon, long t) {
        double K = logW.length;
        return Math.min(1, Math.sqrt(K * StrictMath.log(K) / (E_MINUS_1 * horizon.at(t))));
    }

    /** Draws a choice; its probability and those of all others are then known. */
    Memo draw(double gamma, RandomGenerator rng) {
        mix(gamma);
        int i = Categorical.draw(p, rng.nextDouble());
        return new Memo(i, p[i], gamma);
    }

    private void mix(double gamma) {
        int K = logW.length;
        double logSum = Exponentials.logSumExp(logW, K);
        for (int i = 0; i < K; i++) {
            p[i] = Math.min(1, (1 - gamma) * StrictMath.exp(logW[i] - logSum) + gamma / K);
        }
    }

    /** Returns the probability of a choice in the last draw. */
    double probability(int i) {
        return p[i];
    }

    /** Pays a choice with the probability and the mixing rate of its own draw, however long ago. */
    void reward(Memo past, double y) {
        int K = logW.length;
        logW[past.choice] += past.gamma * y / (K * past.probability);
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
