package dev.attune.lab.env;

/**
 * Constants that turn the seed of a repetition into the seeds of its independent parts. Bandits draw from the seed
 * itself, so none of these is zero. Features, luck, truth and changes of the same seed share no numbers, and each is a function
 * of (seed, round) alone.
 */
final class Salts {
    /** What is true for the whole repetition: theta*, fixed arms, means. */
    static final long TRUTH = 0x6A09E667F3BCC908L; // the square roots of 2, 3, 5, 7

    /** The features of a round. */
    static final long FEATURES = 0xBB67AE8584CAA73BL;

    /** The luck of a round: the noise in its reward. */
    static final long LUCK = 0x3C6EF372FE94F82BL;

    /** When the world changes. */
    static final long CHANGES = 0xA54FF53A5F1D36F1L;

    private Salts() {}
}
