package dev.attune.lab.evaluate;

import dev.attune.math.RoundRandom;

/** The two halves into which the events of a log are dealt by their number, so that no event is valued by a model that has seen it. */
final class Halves {
    private static final long SEED = 0x9B05688C2B3E6C1FL;

    private Halves() {}

    /** Returns the half of an event, 0 or 1. */
    static int of(long event) {
        return (int) (new RoundRandom(SEED, event).nextLong() & 1);
    }
}
