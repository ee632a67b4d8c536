package dev.attune.tuner;

import dev.attune.api.Tuner;
import dev.attune.api.Horizon;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * EXP3 over a candidate set, called TL (two layers) by the paper: exponential weights on importance-weighted rewards.
 *
 * <pre>
 *   gamma = min(1, sqrt(K ln K / ((e - 1) T)))     p_i = (1 - gamma) w_i / sum w + gamma / K
 *   suggest candidate i with probability p_i
 *   after its reward y:  w_i *= exp(gamma / K * y / p_i)
 * </pre>
 *
 * <p>Cost per round: K exponentials.
 *
 * <p>Where the paper is silent: a late reward is weighted by the probability and the gamma of its own suggestion, which
 * the memo carries, so its estimate stays unbiased. With an unknown horizon gamma falls whenever the guess of T doubles,
 * and the weights are kept.
 *
 * <p>Departures: none.
 *
 * <p>Ding, Kang, Liu, Lee, Hsieh, Sharpnack, "Syndicated bandits: a framework for auto tuning hyper-parameters in
 * contextual bandit algorithms", NeurIPS 2022, the two-layer algorithm; weights of Auer, Cesa-Bianchi, Freund, Schapire,
 * SIAM Journal on Computing 32, 2002.
 */
public final class Exp3 implements Tuner {
    private static final int MEMO = 3; // candidate, its probability, gamma

    private final Candidates candidates;
    private final Horizon horizon;
    private final Exp3Weights weights;

    /** Over these candidates, for so many rounds. */
    public Exp3(Candidates candidates, Horizon horizon) {
        this.candidates = candidates;
        this.horizon = horizon;
        this.weights = new Exp3Weights(candidates.size());
    }

    @Override
    public SettingSpace space() {
        return candidates.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        double gamma = weights.gamma(horizon, t);
        int i = weights.draw(gamma, rng);
        return new Suggestion(candidates.get(i), new double[] {i, weights.probability(i), gamma});
    }

    @Override
    public void observe(Suggestion past, double reward) {
        Credit.require(space(), past, MEMO, reward);
        pay(past, reward);
    }

    /**
     * As {@link #observe}, for any finite reward: the publication's own experiments pay rewards as they are. The bounds of
     * EXP3 hold for rewards in [0, 1] only.
     */
    public void learn(Suggestion past, double y) {
        Credit.requireFinite(space(), past, MEMO, y);
        pay(past, y);
    }

    private void pay(Suggestion past, double y) {
        int i = candidates.credited(past, past.memo()[0]);
        double probability = past.memo()[1];
        double gamma = past.memo()[2];
        weights.requireMemo(probability, gamma);
        weights.reward(i, probability, gamma, y);
    }

    @Override
    public int candidates() {
        return candidates.size();
    }

    @Override
    public Setting candidate(int i) {
        return candidates.get(i);
    }

    @Override
    public double probability(int i) {
        return weights.probability(i);
    }

    @Override
    public String stateName() {
        return "EXP3/1";
    }

    @Override
    public void writeState(StateWriter out) {
        candidates.writeState(out);
        weights.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        candidates.requireState(in);
        weights.readState(in);
    }
}
