package dev.attune.lab.evaluate;

import dev.attune.math.RoundRandom;

/**
 * How often each replicate of a bootstrap counts an event: Poisson with mean 1, keyed by (seed, event), so that nothing has to be
 * kept and everything that is computed from the same log is resampled alike. Differences between policies are then paired.
 *
 * <p>Oza, Russell: Online bagging and boosting. AISTATS 2001. Probabilities are rounded to multiples of 2^-16.
 */
final class Resamples {
    /** Replicates: the ends of a 95 % interval are the fifth from below and from above. */
    static final int REPLICATES = 200;

    private static final long SEED = 0x510E527FADE682D1L;
    private static final int BITS = 16;
    private static final byte[] POISSON = table();

    private final RoundRandom random = new RoundRandom(SEED, 0);
    private final double[] counts = new double[REPLICATES];

    /** The counts of an event, to be read only and until the next call. */
    double[] of(long event) {
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

    /** The count that belongs to each number of 16 bits: the inverse of the distribution function. */
    private static byte[] table() {
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
