package dev.attune.tuner;

import dev.attune.api.MemoReader;
import dev.attune.api.Require;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * ED2RB, regret balancing with estimated regret, over a candidate set: the candidate whose estimated total regret is
 * smallest is next.
 *
 * <pre>
 *   n_i, u_i  number and sum of the rewards of candidate i    phi_i = dMin at first
 *   bonus_i = c sqrt(ln(M max(1, ln n_i) / delta) / n_i)
 *   suggest i = argmin phi_i
 *   after its reward:  n_i += 1 ;  u_i += y
 *     d_i   = max(dMin, sqrt(n_i) (max_j (u_j / n_j - bonus_j) - u_i / n_i - bonus_i))
 *     phi_i = d_i sqrt(n_i), but no less than phi_i and no more than 2 phi_i
 * </pre>
 *
 * <p>Nothing is drawn: the probability of the suggested candidate is one. Cost per round: O(M), with M logarithms when a
 * reward comes.
 *
 * <p>Where the publication is silent: ties go to the first candidate; ln n is taken as at least one. Rewards may be late:
 * the choice is argmin phi_i sqrt((1 + s_i) / (1 + n_i)), s_i counting the suggestions of i, so that candidates take
 * turns while rewards are on their way; when every reward comes before the next suggestion the root is one. The constants
 * are presets here, c = {@value #C}, dMin = {@value #D_MIN}, delta = {@value #DELTA}; c is in units of the reward, and
 * its preset is for rewards in [0, 1].
 *
 * <p>Departures: all candidates work on one model, the policy's, where the publication has M learners with a model each.
 * What one candidate earns then depends on the others, so the publication's guarantee is not claimed; in return no
 * observation is lost.
 *
 * <p>Pacchiano, Dann, Gentile, "Data-driven online model selection with regret guarantees", AISTATS 2024, Algorithm 2
 * (ED2RB).
 */
public final class RegretBalancing implements Tuner {
    /** Preset scale of the confidence bounds: measured, well below the 1/2 that rewards in [0, 1] could ask for. */
    public static final double C = 0.1;

    /** Preset of the smallest regret coefficient. */
    public static final double D_MIN = 0.01;

    /** Preset confidence level. */
    public static final double DELTA = 0.1;

    private final Candidates candidates;
    private final int M;
    private final double c;
    private final double dMin;
    private final double delta;
    private final double[] n; // rewards
    private final double[] u; // sum of rewards
    private final double[] s; // suggestions
    private final double[] phi; // balancing potentials
    private int last;

    /** Creates a tuner with the presets of all constants. */
    public RegretBalancing(Candidates candidates) {
        this(candidates, C, D_MIN, DELTA);
    }

    /**
     * Creates a tuner with all constants explicit.
     *
     * @param candidates the settings to balance
     * @param c scale of the confidence bounds
     * @param dMin smallest regret coefficient
     * @param delta confidence level, in (0, 1)
     */
    public RegretBalancing(Candidates candidates, double c, double dMin, double delta) {
        this.candidates = candidates;
        this.M = candidates.size();
        this.c = Require.positive("c", c);
        this.dMin = Require.positive("dMin", dMin);
        this.delta = Require.positive("delta", delta);
        if (delta >= 1) {
            throw new IllegalArgumentException("delta = " + delta + " must be below 1");
        }
        this.n = new double[M];
        this.u = new double[M];
        this.s = new double[M];
        this.phi = new double[M];
        Arrays.fill(phi, dMin); // line 2
    }

    /** What a suggestion carries. */
    private record Memo(int candidate) {
        static final int LENGTH = 1;

        double[] encode() {
            return new double[] {candidate};
        }

        static Memo decode(Suggestion past, Candidates candidates, double reward) {
            MemoReader memo = past.credit(candidates.space(), LENGTH, reward);
            return new Memo(candidates.credited(past, memo.index("candidate", candidates.size())));
        }
    }

    @Override
    public SettingSpace space() {
        return candidates.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        last = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < M; i++) { // line 4: the learner with the smallest potential
            double waiting = phi[i] * Math.sqrt((1 + s[i]) / (1 + n[i]));
            if (waiting < smallest) {
                last = i;
                smallest = waiting;
            }
        }
        s[last]++;
        return new Suggestion(candidates.get(last), new Memo(last).encode());
    }

    @Override
    public void observe(Suggestion past, double reward) {
        int i = Memo.decode(past, candidates, reward).candidate;
        n[i]++; // line 6
        u[i] += reward;
        double best = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < M; j++) {
            if (n[j] > 0) {
                best = Math.max(best, u[j] / n[j] - bonus(j));
            }
        }
        double gap = best - u[i] / n[i] - bonus(i); // line 7: the regret per round that is certain by now
        double d = Math.max(dMin, Math.sqrt(n[i]) * gap);
        phi[i] = Math.max(phi[i], Math.min(d * Math.sqrt(n[i]), 2 * phi[i])); // line 8
    }

    private double bonus(int j) {
        return c * Math.sqrt(StrictMath.log(M * Math.max(1, StrictMath.log(n[j])) / delta) / n[j]);
    }

    /** Returns the balancing potential of a candidate: its estimated regret so far. */
    public double potential(int i) {
        return phi[i];
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
        return i == last ? 1 : 0;
    }

    @Override
    public TunerMap map() {
        return new TunerMap.Weighed(IntStream.range(0, M)
                .mapToObj(i ->
                        new TunerMap.Candidate(candidates.get(i), probability(i), n[i] == 0 ? Double.NaN : u[i] / n[i]))
                .toList());
    }

    @Override
    public String stateName() {
        return "ED2RB/1";
    }

    @Override
    public void writeState(StateWriter out) {
        candidates.writeState(out);
        out.writeDoubles(n);
        out.writeDoubles(u);
        out.writeDoubles(s);
        out.writeDoubles(phi);
    }

    @Override
    public void readState(StateReader in) {
        candidates.requireState(in);
        in.readDoubles(n);
        in.readDoubles(u);
        in.readDoubles(s);
        in.readDoubles(phi);
        for (int i = 0; i < M; i++) {
            if (!(n[i] >= 0 && s[i] >= 0 && phi[i] > 0)) {
                throw new StateFormatException("the saved state has n = " + n[i] + ", s = " + s[i] + ", phi = " + phi[i]
                        + " for candidate " + i);
            }
        }
    }
}
