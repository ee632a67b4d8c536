package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.PolicyProvider;
import dev.attune.api.ScoredRound;
import dev.attune.api.SparsePosterior;
import dev.attune.catalog.Catalog;
import dev.attune.math.RoundRandom;

/**
 * The model of the default policy on named features: a coefficient for each feature of each arm, made when it is first rewarded. A reward and a
 * prediction cost O(non-zeros), however many features there are.
 */
final class SparseRewards implements RewardModel {
    private final String name;
    private final ExplorationPath policy;
    private final RoundRandom random = new RoundRandom(0, 0); // of bonuses, which are not used
    private final ScoredRound scored = new ScoredRound();

    SparseRewards() {
        PolicyProvider provider = Catalog.policy(Catalog.DEFAULT_POLICY);
        this.name = provider.name();
        this.policy = provider.create(0).path().orElseThrow();
    }

    @Override
    public void learn(long event, ActionSet arms, int chosen, double reward, double weight) {
        double[] terms = arms.features(chosen);
        for (int i = Repeats.of(event, weight); i > 0; i--) {
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
    public LearntRewards learnt() {
        SparsePosterior posterior = policy.posterior().sparse().orElseThrow();
        return new LearntRewards(
                name, posterior.candidateName(posterior.leader()), posterior.size(), posterior.evicted());
    }
}
