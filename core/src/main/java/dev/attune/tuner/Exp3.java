package dev.attune.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.MemoReader;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
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
 * and the weights are kept. Any finite reward is accepted, for the publication's own experiments pay rewards as they are;
 * the bounds of EXP3 hold for rewards in [0, 1].
 *
 * <p>Departures: none.
 *
 * <p>Ding, Kang, Liu, Lee, Hsieh, Sharpnack, "Syndicated bandits: a framework for auto tuning hyper-parameters in
 * contextual bandit algorithms", NeurIPS 2022, the two-layer algorithm; weights of Auer, Cesa-Bianchi, Freund, Schapire,
 * SIAM Journal on Computing 32, 2002.
 */
public final class Exp3 implements Tuner {
    private final Candidates candidates;
    private final Horizon horizon;
    private final Exp3Weights weights;

    /** Creates a tuner over these candidates for a number of rounds. */
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
        Exp3Weights.Memo drawn = weights.draw(weights.gamma(horizon, t), rng);
        return new Suggestion(candidates.get(drawn.choice()), drawn.encode());
    }

    @Override
    public void observe(Suggestion past, double reward) {
        MemoReader memo = past.credit(space(), Exp3Weights.Memo.LENGTH, reward);
        Exp3Weights.Memo drawn = Exp3Weights.Memo.decode(memo, "candidate", candidates.size());
        candidates.credited(past, drawn.choice());
        weights.reward(drawn, reward);
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
