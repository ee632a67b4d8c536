package dev.attune.lab.env;

import dev.attune.api.ActionSet;

/** The arms of one repetition and what they are worth. For one thread. */
interface World {
    /** Makes the worlds of an environment. */
    @FunctionalInterface
    interface Maker {
        /** The world of one repetition; same seed and horizon, same world. */
        World make(long seed, long horizon);
    }

    /** Moves to a round, counted from 1; its arms, which the next call may overwrite. */
    ActionSet arms(long t);

    /** The score of every arm in the present round, in its first entries. A higher score is a higher mean reward. */
    double[] scores();

    /**
     * Returns what is added to the mean reward of an arm in the present round and cannot be known: it depends on nothing that is shown, and averages
     * to zero over rounds. Regret does not count it.
     */
    default double hidden(int arm) {
        return 0;
    }
}
