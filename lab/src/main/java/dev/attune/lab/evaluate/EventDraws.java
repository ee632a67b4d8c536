package dev.attune.lab.evaluate;

import dev.attune.math.RoundRandom;

/** Random draws of an event, keyed by its number, so that nothing has to be stored and everything that is computed from the same log uses the same draws. */
final class EventDraws {
    private static final long SEED = 0x510E527FADE682D1L;
    private static final long HALVES_SEED = 0x9B05688C2B3E6C1FL;
    private static final int MOST_COPIES = 1000;

    private EventDraws() {}

    /** Returns the half of the log that an event belongs to, 0 or 1, so that no event is valued by a model that has seen it. */
    static int half(long event) {
        return (int) (new RoundRandom(HALVES_SEED, event).nextLong() & 1);
    }

    /**
     * Returns how often a model without weights learns an event that stands for several: its weight, rounded up or down at random so that the
     * mean is the weight; at most {@value #MOST_COPIES}.
     */
    static int copies(long event, double weight) {
        return weight == 1 ? 1 : (int) Math.min(MOST_COPIES, weight + new RoundRandom(SEED, event).nextDouble());
    }
}
