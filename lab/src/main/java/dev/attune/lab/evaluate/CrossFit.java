package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.lab.report.Interval;
import dev.attune.math.ArmForms;
import java.util.List;

/**
 * Predicts what each arm of an event would earn, never by a model that has seen the event: each {@linkplain EventDraws#half half} of the log
 * teaches a model, and is predicted by the model of the other half.
 *
 * <p>Cross-fitting: Chernozhukov, Chetverikov, Demirer, Duflo, Hansen, Newey, Robins: Double/debiased machine learning for
 * treatment and structural parameters. Econometrics Journal 2018.
 */
final class CrossFit {
    private final List<RewardModel> models;
    private final Interval rewards;
    private double[] raw = {};
    private double[] bounded = {};

    /**
     * Creates models that have learnt nothing.
     *
     * @param dimension number of features of an arm; 0 for sparse arms
     * @param rewards interval of all possible rewards
     */
    CrossFit(int dimension, Interval rewards) {
        this.models = List.of(RewardModel.create(dimension), RewardModel.create(dimension));
        this.rewards = rewards;
    }

    /** Learns a logged reward; an event that stands for several counts as many times. */
    void learn(long event, ActionSet arms, int chosen, double reward, double weight) {
        models.get(EventDraws.half(event)).learn(event, arms, chosen, reward, weight);
    }

    /** Predicts the rewards of the arms of an event, by the model of the other half. */
    void predict(long event, ActionSet arms) {
        if (raw.length < arms.arms()) {
            raw = new double[ArmForms.rowLength(arms.arms())];
            bounded = new double[raw.length];
        }
        models.get(1 - EventDraws.half(event)).predict(arms, raw);
        for (int k = 0; k < arms.arms(); k++) {
            bounded[k] = Math.max(rewards.low(), Math.min(rewards.high(), raw[k]));
        }
    }

    /** Returns the predictions of the model, to choose by: they have no ties at the ends of the range. */
    double[] raw() {
        return raw;
    }

    /** Returns the predictions within the range of rewards, to value by. */
    double[] bounded() {
        return bounded;
    }

    /** Returns how much the models of the two halves have learnt. */
    List<Evaluation.LearntModel> learnt() {
        return models.stream().map(RewardModel::learnt).toList();
    }
}
