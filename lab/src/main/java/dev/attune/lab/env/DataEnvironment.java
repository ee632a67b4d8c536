package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.RewardRange;
import java.util.NoSuchElementException;

/** An environment of recorded data: it has a fingerprint, and as many rounds as the data allow. Rewards are in [0, 1] unless overridden. */
abstract class DataEnvironment implements Environment {
    private final String name;
    private final int dimension;
    private final long mostRounds;
    private final String fingerprint;

    DataEnvironment(String name, int dimension, long mostRounds, String fingerprint) {
        this.name = name;
        this.dimension = dimension;
        this.mostRounds = mostRounds;
        this.fingerprint = fingerprint;
    }

    @Override
    public final int dimension() {
        return dimension;
    }

    @Override
    public RewardRange rewards() {
        return RewardRange.UNIT;
    }

    @Override
    public final long mostRounds() {
        return mostRounds;
    }

    @Override
    public final String fingerprint() {
        return fingerprint;
    }

    @Override
    public final Rounds open(long seed, long horizon) {
        if (horizon > mostRounds) {
            throw new IllegalArgumentException("environment " + name + " has data for " + mostRounds
                    + " rounds, not for " + horizon + "; ask for at most " + mostRounds);
        }
        return rounds(seed, horizon);
    }

    /** Opens the rounds of a repetition, whose number has been checked. */
    abstract DataRounds rounds(long seed, long horizon);

    /** Counts the rounds of a repetition. */
    abstract static class DataRounds implements Rounds {
        private final long horizon;
        private long t;

        DataRounds(long horizon) {
            this.horizon = horizon;
        }

        @Override
        public final ActionSet next() {
            if (t == horizon) {
                throw new NoSuchElementException(
                        "the repetition was opened for " + horizon + " rounds, and these are over");
            }
            return arms(++t);
        }

        /** Moves on to a round, counted from 1; the arms may be overwritten by the next call. */
        abstract ActionSet arms(long round);
    }
}
