package dev.attune.lab.env;

import dev.attune.api.ActionSet;

/** The arms of one repetition and their scores. For one thread. */
interface World {
    /** Makes the worlds of an environment. */
    @FunctionalInterface
    interface Maker {
        /** Makes the world of one repetition, a function of seed and horizon. */
        World make(long seed, long horizon);
    }

    /** Moves to a round, counted from 1; returns its arms, which the next call may overwrite. */
    ActionSet arms(long t);

    /** Returns the score of every arm in the present round, in its first entries. A higher score is a higher mean reward. */
    double[] scores();

    /**
     * Returns an unobservable part of the mean reward of an arm in the present round: it does not depend on the features, and averages
     * to zero over rounds. Regret does not count it.
     */
    default double hidden(int arm) {
        return 0;
    }
}
