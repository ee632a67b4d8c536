package dev.attune.api;

/** A setting for every round, fixed by a rule instead of a tuner: what the publications call the theoretical value. */
@FunctionalInterface
public interface Schedule {
    /**
     * The setting for a round.
     *
     * @param t the round, from 1
     */
    Setting at(long t);
}
