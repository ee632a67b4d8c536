package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.policy.SparseTs;

/**
 * The model of the default policy on sparse arms: a coefficient for each feature of each arm, made when it is first rewarded. A reward and a
 * prediction cost O(non-zeros), however many features there are.
 */
final class SparseRewards implements RewardModel {
    private final SparseTs policy = new SparseTs();
    private final RoundRandom random = new RoundRandom(0, 0); // of bonuses, which are not used
    private final ScoredRound scored = new ScoredRound();

    @Override
    public void learn(ActionSet arms, int chosen, double reward, double weight) {
        double[] terms = arms.features(chosen);
        double root = Math.sqrt(weight);
        for (int i = 2; i < terms.length; i += 3) {
            terms[i] *= root;
        }
        policy.model().add(terms, root * reward);
    }

    @Override
    public void predict(ActionSet arms, double[] out) {
        policy.score(arms, random, scored);
        System.arraycopy(scored.mean(), 0, out, 0, arms.arms());
    }

    @Override
    public LearntRewards learnt() {
        return new LearntRewards(
                LearningPolicy.DEFAULT, policy.model().size(), policy.model().evicted());
    }
}
