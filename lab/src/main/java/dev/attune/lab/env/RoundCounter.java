package dev.attune.lab.env;

import java.util.NoSuchElementException;

/** Counts the rounds of data that end somewhere. */
final class RoundCounter {
    private final long last;
    private long t;

    /** Refuses a horizon that the data do not reach. */
    RoundCounter(String environment, long horizon, long most) {
        if (horizon > most) {
            throw new IllegalArgumentException("environment " + environment + " has data for " + most
                    + " rounds, not for " + horizon + "; ask for at most " + most);
        }
        this.last = horizon;
    }

    /** The next round, from 1. */
    long next() {
        if (t == last) {
            throw new NoSuchElementException("the repetition was opened for " + last + " rounds, and these are over");
        }
        return ++t;
    }

    /** Whether the present round is the last. */
    boolean atEnd() {
        return t == last;
    }
}
