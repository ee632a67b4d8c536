package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;

/** Learns from logged rewards what each arm of an event would earn. */
interface RewardModel {
    /**
     * Learns the reward of a logged choice.
     *
     * @param weight how many events this one stands for
     */
    void learn(ActionSet arms, int chosen, double reward, double weight);

    /** Writes the expected reward of each arm into {@code out}. */
    void predict(ActionSet arms, double[] out);

    /** Returns how much it has learnt. */
    LearntRewards learnt();
}
