package dev.attune.tuner;

import dev.attune.api.Tuner;
import dev.attune.api.Horizon;
import dev.attune.api.Require;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.math.Categorical;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * CORRAL over a candidate set: log-barrier mirror descent whose learning rate grows for a candidate that becomes rare.
 *
 * <pre>
 *   gamma = 1 / T    beta = e^(1 / ln T)    at first p_i = 1 / M, eta_i = eta, rho_i = 2 M
 *   suggest candidate i with probability pBar_i = (1 - gamma) p_i + gamma / M
 *   after its reward y:  loss_i = (1 - y) / pBar_i, all other losses 0 ;  p = LogBarrier.step(p, loss, eta)
 *     for every i with 1 / pBar_i above rho_i:  rho_i = 2 / pBar_i, eta_i *= beta
 * </pre>
 *
 * <p>Cost per round: O(M) to draw, about ten times O(M) divisions to learn.
 *
 * <p>Where the publication is silent: a late loss is weighted by the pBar of its own suggestion, which the memo carries,
 * and the step starts from the p of today. With an unknown horizon the rates shrink by sqrt(T / T') when the guess T
 * grows to T', gamma and beta follow, and nothing restarts.
 *
 * <p>Departures: all candidates work on one model, the policy's, and the model learns from plain rewards. The
 * publication runs M learners and feeds each the reward divided by pBar; its guarantee needs that, and is not claimed
 * here. Preset eta = sqrt(M / T), the publication's choice without its term for the learners' stability.
 *
 * <p>Agarwal, Luo, Neyshabur, Schapire, "Corralling a band of bandit algorithms", COLT 2017, Algorithms 1 and 2.
 */
public final class Corral implements Tuner {
    private static final int MEMO = 2; // candidate, its probability

    private final Candidates candidates;
    private final Horizon horizon;
    private final int M;
    private final double[] p;
    private final double[] eta; // learning rates
    private final double[] rho; // thresholds on 1 / pBar
    private final double[] pBar; // of the last suggestion
    private final double[] loss; // zero between rewards
    private long guess; // T in force

    /** With eta = sqrt(M / T). */
    public Corral(Candidates candidates, Horizon horizon) {
        this(candidates, horizon, Math.sqrt((double) candidates.size() / horizon.at(1)));
    }

    /** With an initial learning rate of choice. */
    public Corral(Candidates candidates, Horizon horizon, double eta) {
        this.candidates = candidates;
        this.horizon = horizon;
        this.M = candidates.size();
        this.p = new double[M];
        this.eta = new double[M];
        this.rho = new double[M];
        this.pBar = new double[M];
        this.loss = new double[M];
        this.guess = horizon.at(1);
        Arrays.fill(p, 1.0 / M); // line 1
        Arrays.fill(pBar, 1.0 / M);
        Arrays.fill(rho, 2.0 * M);
        Arrays.fill(this.eta, Require.positive("eta", eta));
    }

    @Override
    public SettingSpace space() {
        return candidates.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        follow(horizon.at(t));
        for (int i = 0; i < M; i++) {
            pBar[i] = mixed(i);
        }
        int i = Categorical.draw(pBar, rng.nextDouble()); // line 4
        return new Suggestion(candidates.get(i), new double[] {i, pBar[i]});
    }

    private void follow(long rounds) {
        if (rounds > guess) {
            double shrink = Math.sqrt((double) guess / rounds);
            for (int i = 0; i < M; i++) {
                eta[i] *= shrink;
            }
            guess = rounds;
        }
    }

    private double mixed(int i) {
        double gamma = 1.0 / guess;
        return Math.min(1, (1 - gamma) * p[i] + gamma / M);
    }

    @Override
    public void observe(Suggestion past, double reward) {
        Credit.require(space(), past, MEMO, reward);
        int chosen = candidates.credited(past, past.memo()[0]);
        double probability = Credit.probability(past.memo()[1]);
        loss[chosen] = Math.min((1 - reward) / probability, Require.LIMIT); // line 6
        LogBarrier.step(p, loss, eta); // line 7
        loss[chosen] = 0;
        double beta = StrictMath.exp(1 / StrictMath.log(Math.max(2, guess)));
        for (int i = 0; i < M; i++) { // lines 9-12
            double inverse = 1 / mixed(i);
            if (inverse > rho[i]) {
                rho[i] = 2 * inverse;
                eta[i] *= beta;
            }
        }
    }

    /** The learning rate of a candidate. */
    public double rate(int i) {
        return eta[i];
    }

    @Override
    public int candidates() {
        return M;
    }

    @Override
    public Setting candidate(int i) {
        return candidates.get(i);
    }

    @Override
    public double probability(int i) {
        return pBar[i];
    }

    @Override
    public String stateName() {
        return "CORRAL/1";
    }

    @Override
    public void writeState(StateWriter out) {
        candidates.writeState(out);
        out.writeDoubles(p);
        out.writeDoubles(eta);
        out.writeDoubles(rho);
        out.writeLong(guess);
    }

    @Override
    public void readState(StateReader in) {
        candidates.requireState(in);
        in.readDoubles(p);
        in.readDoubles(eta);
        in.readDoubles(rho);
        guess = in.readLong();
        for (int i = 0; i < M; i++) {
            if (!(p[i] > 0 && p[i] <= 1 && eta[i] > 0 && rho[i] > 0) || guess < 1) {
                throw new StateFormatException("the saved state has p = " + p[i] + ", eta = " + eta[i] + ", rho = "
                        + rho[i] + " for candidate " + i + " and T = " + guess);
            }
        }
    }
}
