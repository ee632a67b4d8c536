package dev.attune.tuner;

import dev.attune.math.BetaSampler;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Successes and failures of every candidate, from Beta(1, 1), the uniform prior. */
final class BetaCounts {
    private final double[] S;
    private final double[] F;

    BetaCounts(int candidates) {
        S = new double[candidates];
        F = new double[candidates];
        Arrays.fill(S, 1);
        Arrays.fill(F, 1);
    }

    /** The candidate with the largest draw from its Beta(S, F); the first of equals. */
    int draw(RandomGenerator rng) {
        int best = 0;
        double largest = -1;
        for (int i = 0; i < S.length; i++) {
            double theta = BetaSampler.beta(rng, S[i], F[i]);
            if (theta > largest) {
                best = i;
                largest = theta;
            }
        }
        return best;
    }

    void add(int i, boolean success) {
        (success ? S : F)[i]++;
    }

    double mean(int i) {
        return S[i] / (S[i] + F[i]);
    }

    /** Variance of Beta(S, F). */
    double variance(int i) {
        double m = mean(i);
        return m * (1 - m) / (S[i] + F[i] + 1);
    }

    /** The candidate with the largest mean; the first of equals. */
    int best() {
        int best = 0;
        for (int i = 1; i < S.length; i++) {
            if (mean(i) > mean(best)) {
                best = i;
            }
        }
        return best;
    }

    void writeState(StateWriter out) {
        out.writeDoubles(S);
        out.writeDoubles(F);
    }

    void readState(StateReader in) {
        in.readDoubles(S);
        in.readDoubles(F);
        for (int i = 0; i < S.length; i++) {
            if (!(S[i] >= 1 && F[i] >= 1)) {
                throw new StateFormatException(
                        "the saved state has counts " + S[i] + " and " + F[i] + " for candidate " + i);
            }
        }
    }
}
