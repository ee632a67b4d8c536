package dev.attune.lab.evaluate;

import dev.attune.math.RoundRandom;

/**
 * How often a model without weights learns an event that stands for several: its weight, rounded up or down at random so that the mean is the
 * weight. At most {@value #MOST} times.
 */
final class Repeats {
    private static final long SEED = 0x510E527FADE682D1L;
    private static final int MOST = 1000;

    private Repeats() {}

    static int of(long event, double weight) {
        if (weight == 1) {
            return 1;
        }
        return (int) Math.min(MOST, weight + new RoundRandom(SEED, event).nextDouble());
    }
}
