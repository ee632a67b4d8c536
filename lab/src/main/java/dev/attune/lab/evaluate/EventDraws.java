package dev.attune.lab.evaluate;

import dev.attune.math.RoundRandom;

/**
 * Random draws of an event, keyed by its number, so that nothing has to be stored and everything that is computed from the same log uses the
 * same draws. Differences between policies are then paired.
 */
final class EventDraws {
    /** Bootstrap replicates: the ends of a 95 % interval are the fifth from below and from above. */
    static final int REPLICATES = 200;

    private static final long SEED = 0x510E527FADE682D1L;
    private static final long HALVES_SEED = 0x9B05688C2B3E6C1FL;
    private static final int MOST_COPIES = 1000;
    private static final int BITS = 16;
    private static final byte[] POISSON = poisson();

    private final RoundRandom random = new RoundRandom(SEED, 0);
    private final double[] counts = new double[REPLICATES];

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

    /**
     * Returns how often each bootstrap replicate counts an event: Poisson with mean 1. The array is overwritten by the next call.
     *
     * <p>Oza, Russell: Online bagging and boosting. AISTATS 2001. Probabilities are rounded to multiples of 2^-16.
     */
    double[] counts(long event) {
        random.reset(SEED, event);
        long bits = 0;
        for (int b = 0; b < REPLICATES; b++) {
            if (b % (Long.SIZE / BITS) == 0) {
                bits = random.nextLong();
            }
            counts[b] = POISSON[(int) (bits & 0xFFFF)];
            bits >>>= BITS;
        }
        return counts;
    }

    /** Returns the count that belongs to each number of 16 bits: the inverse of the distribution function. */
    private static byte[] poisson() {
        byte[] table = new byte[1 << BITS];
        double probability = StrictMath.exp(-1);
        double below = probability;
        byte count = 0;
        for (int i = 0; i < table.length; i++) {
            while ((i + 0.5) / table.length > below) {
                count++;
                probability /= count;
                below += probability;
            }
            table[i] = count;
        }
        return table;
    }
}
