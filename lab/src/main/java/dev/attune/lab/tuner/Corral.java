package dev.attune.lab.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.MemoReader;
import dev.attune.api.Require;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.Categorical;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Candidates;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * CORRAL over a candidate set: log-barrier mirror descent whose learning rate grows for a candidate that becomes rare.
 *
 * <pre>
 *   gamma = 1 / T    beta = e^(1 / ln T)    at first p_i = 1 / M, eta_i = eta, rho_i = 2 M
 *   suggest candidate i with probability pBar_i = (1 - gamma) p_i + gamma / M
 *   after its reward y:  loss_i = (1 - y) / pBar_i, all other losses 0 ;  p = logBarrierStep(p, loss, eta)
 *     for every i with 1 / pBar_i above rho_i:  rho_i = 2 / pBar_i, eta_i *= beta
 * </pre>
 *
 * <p>Cost per round: O(M) to draw, about ten times O(M) divisions to learn.
 *
 * <p>Where the publication is silent: a late loss is weighted by the pBar of its own suggestion, which the memo carries,
 * and the step starts from the p of today. With an unknown horizon the rates shrink by sqrt(T / T') when the guess T
 * grows to T', gamma and beta follow, and nothing restarts. Rewards outside [0, 1] are rejected: losses must not be
 * negative.
 *
 * <p>Departures: all candidates work on one model, the policy's, and the model learns from plain rewards. The
 * publication runs M learners and feeds each the reward divided by pBar; its guarantee needs that, and is not claimed
 * here. Preset eta = sqrt(M / T), the publication's choice without its term for the learners' stability.
 *
 * <p>Agarwal, Luo, Neyshabur, Schapire, "Corralling a band of bandit algorithms", COLT 2017, Algorithms 1 and 2.
 */
public final class Corral implements Tuner {
    private static final int MOST_STEPS = 200; // bisection alone needs about 60
    private static final double CLOSE = 1e-14;

    private final Candidates candidates;
    private final Horizon horizon;
    private final int M;
    private final double[] p;
    private final double[] eta; // learning rates
    private final double[] rho; // thresholds on 1 / pBar
    private final double[] pBar; // of the last suggestion
    private final double[] loss; // zero between rewards
    private long guess; // T in force

    /** Creates a tuner with eta = sqrt(M / T). */
    public Corral(Candidates candidates, Horizon horizon) {
        this(candidates, horizon, Math.sqrt((double) candidates.size() / horizon.at(1)));
    }

    /** Creates a tuner with an initial learning rate. */
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

    /** What a suggestion carries: the candidate, and the probability with which it was drawn. */
    private record Memo(int candidate, double probability) {
        static final int LENGTH = 2;

        double[] encode() {
            return new double[] {candidate, probability};
        }

        static Memo decode(Suggestion past, Candidates candidates, double reward) {
            MemoReader memo = past.credit(candidates.space(), LENGTH, reward);
            return new Memo(candidates.credited(past, memo.index("candidate", candidates.size())), memo.probability());
        }
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
        return new Suggestion(candidates.get(i), new Memo(i, pBar[i]).encode());
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
        RewardRange.UNIT.require(reward);
        Memo memo = Memo.decode(past, candidates, reward);
        loss[memo.candidate] = Math.min((1 - reward) / memo.probability, Require.LIMIT); // line 6
        logBarrierStep(p, loss, eta); // line 7
        loss[memo.candidate] = 0;
        double beta = StrictMath.exp(1 / StrictMath.log(Math.max(2, guess)));
        for (int i = 0; i < M; i++) { // lines 9-12
            double inverse = 1 / mixed(i);
            if (inverse > rho[i]) {
                rho[i] = 2 * inverse;
                eta[i] *= beta;
            }
        }
    }

    /**
     * Takes one step of online mirror descent on the simplex with the log barrier, a learning rate for every coordinate:
     * Algorithm 2 of the publication.
     *
     * <pre>
     *   p' = argmin  p'loss + sum 1/eta_i (p_i / q_i - ln(p_i / q_i) - 1)   over the simplex, q being the last p
     *   so that  1 / p'_i = 1 / q_i + eta_i (loss_i - lambda),  lambda in [min loss, max loss] such that the sum is one
     * </pre>
     *
     * <p>The sum grows and is convex in lambda up to its first pole, so Newton's method within a shrinking bracket finds
     * lambda; a Newton step that leaves the bracket becomes a bisection, the binary search of the publication. Cost: O(K)
     * an iteration, usually fewer than ten iterations.
     *
     * @param p positive, with sum one. Modified: the next point, normalised against rounding
     * @param loss finite
     * @param eta positive learning rates
     */
    static void logBarrierStep(double[] p, double[] loss, double[] eta) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double pole = Double.POSITIVE_INFINITY;
        for (int i = 0; i < p.length; i++) {
            low = Math.min(low, loss[i]);
            high = Math.max(high, loss[i]);
            pole = Math.min(pole, loss[i] + 1 / (eta[i] * p[i]));
        }
        double lambda = multiplier(p, loss, eta, low, Math.min(high, pole));
        double sum = 0;
        for (int i = 0; i < p.length; i++) {
            p[i] = 1 / (1 / p[i] + eta[i] * (loss[i] - lambda));
            sum += p[i];
        }
        for (int i = 0; i < p.length; i++) {
            p[i] /= sum;
        }
    }

    private static double multiplier(double[] p, double[] loss, double[] eta, double from, double to) {
        double low = from; // here the sum is at most one, and every term positive
        double high = to;
        double lambda = low;
        for (int n = 0; n < MOST_STEPS && low < high; n++) {
            double excess = -1;
            double slope = 0;
            double smallest = Double.POSITIVE_INFINITY;
            for (int i = 0; i < p.length; i++) {
                double inverse = 1 / p[i] + eta[i] * (loss[i] - lambda);
                smallest = Math.min(smallest, inverse);
                excess += 1 / inverse;
                slope += eta[i] / (inverse * inverse);
            }
            if (smallest > 0 && Math.abs(excess) <= CLOSE) {
                return lambda;
            }
            if (smallest > 0 && excess < 0) {
                low = lambda;
            } else {
                high = lambda;
            }
            double newton = lambda - excess / slope;
            double next = smallest > 0 && newton > low && newton < high ? newton : low + 0.5 * (high - low);
            if (next == lambda) {
                return low;
            }
            lambda = next;
        }
        return low;
    }

    /** Returns the learning rate of a candidate. */
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
