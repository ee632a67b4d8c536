package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import java.util.List;

/**
 * What each arm of an event would earn, and never from a model that has seen the event: of the two {@link Halves} of the
 * log, each teaches a model, and each is predicted by the model of the other half.
 *
 * <p>Cross-fitting: Chernozhukov, Chetverikov, Demirer, Duflo, Hansen, Newey, Robins: Double/debiased machine learning for
 * treatment and structural parameters. Econometrics Journal 2018.
 */
final class DirectModel {
    private final List<RewardModel> models;

    /**
     * Creates models that have learnt nothing.
     *
     * @param dimension number of features of an arm; 0 for sparse arms
     */
    DirectModel(int dimension) {
        this.models = dimension == 0
                ? List.of(new SparseRewards(), new SparseRewards())
                : List.of(new RidgeRewards(dimension), new RidgeRewards(dimension));
    }

    /** Learns a logged reward; an event that stands for several counts as many times. */
    void learn(long event, ActionSet arms, int chosen, double reward, double weight) {
        models.get(Halves.of(event)).learn(event, arms, chosen, reward, weight);
    }

    /** Fills in what the other half of the log expects of each arm of an event. */
    void predict(long event, ActionSet arms, double[] out) {
        models.get(1 - Halves.of(event)).predict(arms, out);
    }

    /** Returns how much the models of the two halves have learnt. */
    List<LearntRewards> learnt() {
        return models.stream().map(RewardModel::learnt).toList();
    }
}
