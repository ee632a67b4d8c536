package dev.attune.lab.env;

/** The theta* of a repetition, which may change with the rounds. */
@FunctionalInterface
interface Coefficients {
    /** theta* in round t, from 1; may be overwritten by the next call. Any order of rounds is fine. */
    double[] at(long t);
}
