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
 * <p>Where the paper is silent: late rewards and an unknown horizon, treated as in {@link Exp3}.
 *
 * <p>Departures: none.
 *
 * <p>Ding, Kang, Liu, Lee, Hsieh, Sharpnack, "Syndicated bandits: a framework for auto tuning hyper-parameters in
 * contextual bandit algorithms", NeurIPS 2022, the Syndicated Bandits algorithm.
 */
public final class Syndicated implements Tuner {
    private static final int MEMO = 3; // for each hyperparameter: value, its probability, gamma

    private final Candidates joint; // all combinations, the last hyperparameter changing fastest
    private final Horizon horizon;
    private final Exp3Weights[] weights; // one per hyperparameter

    /**
     * With a set of values for every hyperparameter.
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

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        double[] memo = new double[MEMO * weights.length];
        int combination = 0;
        for (int l = 0; l < weights.length; l++) {
            double gamma = weights[l].gamma(horizon, t);
            int j = weights[l].draw(gamma, rng);
            memo[MEMO * l] = j;
            memo[MEMO * l + 1] = weights[l].probability(j);
            memo[MEMO * l + 2] = gamma;
            combination = combination * weights[l].size() + j;
        }
        return new Suggestion(joint.get(combination), memo);
    }

    @Override
    public void observe(Suggestion past, double reward) {
        Credit.require(space(), past, MEMO * weights.length, reward);
        double[] memo = past.memo();
        int combination = 0;
        for (int l = 0; l < weights.length; l++) { // everything is checked before anything changes
            int j = Credit.position(
                    "value of " + space().parameters().get(l).name(), memo[MEMO * l], weights[l].size());
            weights[l].requireMemo(memo[MEMO * l + 1], memo[MEMO * l + 2]);
            combination = combination * weights[l].size() + j;
        }
        joint.credited(past, combination);
        for (int l = 0; l < weights.length; l++) {
            weights[l].reward((int) memo[MEMO * l], memo[MEMO * l + 1], memo[MEMO * l + 2], reward);
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
