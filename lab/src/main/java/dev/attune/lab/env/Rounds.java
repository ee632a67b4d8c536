package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;

/**
 * The rounds of one repetition, one after the other. For one thread.
 *
 * <p>The noise of a round is a function of seed and round: two bandits that choose the same arm in the same round get
 * the same reward.
 */
public interface Rounds {
    /** Moves on to the next round; returns its arms, which may be overwritten by the next call. */
    ActionSet next();

    /**
     * Returns the reward of an arm in the present round; NaN if the data do not contain it.
     *
     * @param arm position of the chosen arm
     * @param setting the hyperparameters in force, for environments that pay for the setting itself; others ignore it
     */
    double reward(int arm, Setting setting);

    /** Returns how much less the arm earns on average than the best one of this round; NaN if the data do not contain it. */
    double regret(int arm, Setting setting);
}
