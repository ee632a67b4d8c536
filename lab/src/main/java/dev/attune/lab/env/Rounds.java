package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;

/**
 * The rounds of one repetition, one after the other. For one thread.
 *
 * <p>The noise of a round is a function of seed and round: two bandits that choose the same arm in the same round get
 * the same reward.
 */
public interface Rounds {
    /** Moves on to the next round; its arms, which may be overwritten by the next call. */
    ActionSet next();

    /** The reward of a decision in the present round; NaN if the data do not tell. */
    double reward(Decision decision);

    /** How much less the decision earns on average than the best one of this round; NaN if the data do not tell. */
    double regret(Decision decision);
}
