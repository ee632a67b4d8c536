package dev.attune.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.MemoReader;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Syndicated bandits: one EXP3 for every hyperparameter, each drawing its own value, all paid the same reward.
 *
 * <pre>
 *   for hyperparameter l = 1..p with K_l values:  gamma_l = min(1, sqrt(K_l ln K_l / ((e - 1) T)))
 *     value j with probability p_lj = (1 - gamma_l) w_lj / sum w_l + gamma_l / K_l
 *   after the reward y of values (j_1, ..., j_p):  w_lj_l *= exp(gamma_l / K_l * y / p_lj_l) for every l
 * </pre>
 *
 * <p>Cost per round: K_1 + ... + K_p exponentials, against K_1 ... K_p for {@link Exp3} on all combinations. The
 * candidates of the interface are the combinations; the probability of one is the product of its p_lj.
 *
 * <p>Where the paper is silent: late rewards, rewards outside [0, 1] and an unknown horizon, treated as in {@link Exp3}.
 *
 * <p>Departures: none.
 *
 * <p>Ding, Kang, Liu, Lee, Hsieh, Sharpnack, "Syndicated bandits: a framework for auto tuning hyper-parameters in
 * contextual bandit algorithms", NeurIPS 2022, the Syndicated Bandits algorithm.
 */
public final class Syndicated implements Tuner {
    private final Candidates joint; // all combinations, the last hyperparameter changing fastest
    private final Horizon horizon;
    private final Exp3Weights[] weights; // one per hyperparameter

    /**
     * Creates a tuner with a set of values for every hyperparameter.
     *
     * @param space the hyperparameters, at least one
     * @param horizon the number of rounds
     * @param values the values of each, in the order of the space
     */
    public Syndicated(SettingSpace space, Horizon horizon, double[]... values) {
        this.joint = Candidates.product(space, values);
        this.horizon = horizon;
        this.weights = new Exp3Weights[space.size()];
        for (int l = 0; l < weights.length; l++) {
            weights[l] = new Exp3Weights(values[l].length);
        }
    }

    @Override
    public SettingSpace space() {
        return joint.space();
    }

    /** What a suggestion carries: the draw of every hyperparameter, one after another. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Memo(Exp3Weights.Memo[] drawn) {
        double[] encode() {
            return Arrays.stream(drawn)
                    .flatMapToDouble(one -> Arrays.stream(one.encode()))
                    .toArray();
        }

        static Memo decode(Suggestion past, SettingSpace space, Exp3Weights[] weights, double reward) {
            MemoReader memo = past.credit(space, Exp3Weights.Memo.LENGTH * weights.length, reward);
            Exp3Weights.Memo[] drawn = new Exp3Weights.Memo[weights.length];
            for (int l = 0; l < drawn.length; l++) {
                String name = "value of " + space.parameters().get(l).name();
                drawn[l] = Exp3Weights.Memo.decode(memo, name, weights[l].size());
            }
            return new Memo(drawn);
        }

        /** Returns the number of the combination among all, the last hyperparameter changing fastest. */
        int combination(Exp3Weights[] weights) {
            int combination = 0;
            for (int l = 0; l < drawn.length; l++) {
                combination = combination * weights[l].size() + drawn[l].choice();
            }
            return combination;
        }
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        Exp3Weights.Memo[] drawn = new Exp3Weights.Memo[weights.length];
        for (int l = 0; l < drawn.length; l++) {
            drawn[l] = weights[l].draw(weights[l].gamma(horizon, t), rng);
        }
        Memo memo = new Memo(drawn);
        return new Suggestion(joint.get(memo.combination(weights)), memo.encode());
    }

    @Override
    public void observe(Suggestion past, double reward) {
        Memo memo = Memo.decode(past, space(), weights, reward);
        joint.credited(past, memo.combination(weights));
        for (int l = 0; l < weights.length; l++) {
            weights[l].reward(memo.drawn[l], reward);
        }
    }

    @Override
    public int candidates() {
        return joint.size();
    }

    @Override
    public Setting candidate(int i) {
        return joint.get(i);
    }

    @Override
    public double probability(int i) {
        double product = 1;
        int rest = i;
        for (int l = weights.length - 1; l >= 0; l--) {
            product *= weights[l].probability(rest % weights[l].size());
            rest /= weights[l].size();
        }
        return product;
    }

    @Override
    public String stateName() {
        return "Syndicated/1";
    }

    @Override
    public void writeState(StateWriter out) {
        joint.writeState(out);
        for (Exp3Weights w : weights) {
            w.writeState(out);
        }
    }

    @Override
    public void readState(StateReader in) {
        joint.requireState(in);
        for (Exp3Weights w : weights) {
            w.readState(in);
        }
    }
}
