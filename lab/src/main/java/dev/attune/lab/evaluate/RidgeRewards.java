package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.model.EvidencePrior;
import dev.attune.model.RidgeModel;

/** Ridge regression on vectors, with the prior precision tuned by evidence. A reward costs O(d^2). */
final class RidgeRewards implements RewardModel {
    private final RidgeModel model;
    private final EvidencePrior prior = new EvidencePrior();

    RidgeRewards(int dimension) {
        this.model = new RidgeModel(dimension, 1);
    }

    @Override
    public void learn(long event, ActionSet arms, int chosen, double reward, double weight) {
        prior.offered(arms, model);
        double[] x = arms.features(chosen);
        double root = Math.sqrt(weight);
        for (int i = 0; i < x.length; i++) {
            x[i] *= root;
        }
        model.add(x, root * reward);
        prior.rewarded(model);
    }

    @Override
    public void predict(ActionSet arms, double[] out) {
        ArmForms.linear(model.mean(), arms.byFeature(), arms.arms(), out);
    }

    @Override
    public LearntRewards learnt() {
        return new LearntRewards("LinUCB", "ridge regression", model.dimension(), 0);
    }
}
