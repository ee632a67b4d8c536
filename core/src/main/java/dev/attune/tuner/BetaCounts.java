package dev.attune.tuner;

import dev.attune.math.BetaSampler;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Successes and failures of every candidate, starting from Beta(1, 1), the uniform prior. */
public final class BetaCounts {
    private final double[] S;
    private final double[] F;

    /** Creates counts without rewards. */
    public BetaCounts(int candidates) {
        S = new double[candidates];
        F = new double[candidates];
        Arrays.fill(S, 1);
        Arrays.fill(F, 1);
    }

    /** Draws from the Beta(S, F) of every candidate, and returns the candidate with the largest draw; the first of equals. */
    public int draw(RandomGenerator rng) {
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

    /** Counts a success or a failure of a candidate. */
    public void add(int i, boolean success) {
        (success ? S : F)[i]++;
    }

    /** Returns the mean of Beta(S, F). */
    public double mean(int i) {
        return S[i] / (S[i] + F[i]);
    }

    /** Returns the variance of Beta(S, F). */
    public double variance(int i) {
        double m = mean(i);
        return m * (1 - m) / (S[i] + F[i] + 1);
    }

    /** Returns the candidate with the largest mean; the first of equals. */
    public int best() {
        int best = 0;
        for (int i = 1; i < S.length; i++) {
            if (mean(i) > mean(best)) {
                best = i;
            }
        }
        return best;
    }

    /** Writes the counts. */
    public void writeState(StateWriter out) {
        out.writeDoubles(S);
        out.writeDoubles(F);
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
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
