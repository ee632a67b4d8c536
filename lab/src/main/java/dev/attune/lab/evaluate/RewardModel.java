package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.PolicyProvider;
import dev.attune.api.ScoredRound;
import dev.attune.api.SparsePosterior;
import dev.attune.catalog.Catalog;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import dev.attune.model.EvidencePrior;
import dev.attune.model.RidgeModel;

/** Learns from logged rewards what each arm of an event would earn. */
interface RewardModel {
    /**
     * Learns the reward of a logged choice.
     *
     * @param event number of the event
     * @param weight how many events this one stands for
     */
    void learn(long event, ActionSet arms, int chosen, double reward, double weight);

    /** Writes the expected reward of each arm into {@code out}. */
    void predict(ActionSet arms, double[] out);

    /** Returns how much the model has learnt. */
    Evaluation.LearntModel learnt();

    /**
     * Creates a model that has learnt nothing.
     *
     * @param dimension number of features of an arm; 0 for sparse arms
     */
    static RewardModel create(int dimension) {
        return dimension == 0 ? new Sparse() : new Ridge(dimension);
    }

    /**
     * The model of the default policy on named features: a coefficient for each feature of each arm, created by its first reward. A reward and a
     * prediction cost O(non-zeros), independent of the number of features.
     */
    final class Sparse implements RewardModel {
        private final String name;
        private final ExplorationPath policy;
        private final RoundRandom random = new RoundRandom(0, 0); // of bonuses, which are not used
        private final ScoredRound scored = new ScoredRound();

        Sparse() {
            PolicyProvider provider = Catalog.policy(Catalog.DEFAULT_POLICY);
            this.name = provider.name();
            this.policy = provider.create(0).path().orElseThrow();
        }

        @Override
        public void learn(long event, ActionSet arms, int chosen, double reward, double weight) {
            double[] terms = arms.features(chosen);
            for (int i = EventDraws.copies(event, weight); i > 0; i--) {
                policy.update(terms, reward, policy.space().preset());
            }
        }

        @Override
        public void predict(ActionSet arms, double[] out) {
            policy.score(arms, random, scored);
            for (int k = 0; k < arms.arms(); k++) {
                out[k] = policy.reward(scored.mean()[k]);
            }
        }

        @Override
        public Evaluation.LearntModel learnt() {
            SparsePosterior posterior = policy.posterior().sparse().orElseThrow();
            return new Evaluation.LearntModel(
                    name, posterior.candidateName(posterior.leader()), posterior.size(), posterior.evicted());
        }
    }

    /** Ridge regression on vectors, with the prior precision tuned by evidence. A reward costs O(d^2). */
    final class Ridge implements RewardModel {
        private final RidgeModel model;
        private final EvidencePrior prior = new EvidencePrior();

        Ridge(int dimension) {
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
        public Evaluation.LearntModel learnt() {
            return new Evaluation.LearntModel("LinUCB", "ridge regression", model.dimension(), 0);
        }
    }
}
