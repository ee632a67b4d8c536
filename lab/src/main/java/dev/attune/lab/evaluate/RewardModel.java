package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;

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

    /** Returns how much it has learnt. */
    LearntRewards learnt();
}
