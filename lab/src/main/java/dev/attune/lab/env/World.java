package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.math.RoundRandom;
import java.util.Arrays;

/**
 * The arms of one repetition and their scores. For one thread.
 *
 * <p>The salts turn the seed of a repetition into the seeds of its independent parts. Bandits draw from the seed itself, so none of them is zero.
 * Features, luck, truth and changes of the same seed share no numbers, and each is a function of (seed, round) alone.
 */
@FunctionalInterface
interface World {
    /** Salt of what is true for the whole repetition: theta*, fixed arms, means. */
    long TRUTH = 0x6A09E667F3BCC908L; // the square roots of 2, 3, 5, 7

    /** Salt of the features of a round. */
    long FEATURES = 0xBB67AE8584CAA73BL;

    /** Salt of the luck of a round: the noise in its reward. */
    long LUCK = 0x3C6EF372FE94F82BL;

    /** Salt of the times at which the world changes. */
    long CHANGES = 0xA54FF53A5F1D36F1L;

    /** Makes the worlds of an environment. */
    @FunctionalInterface
    interface Maker {
        /** Makes the world of one repetition, a function of seed and horizon. */
        World make(long seed, long horizon);
    }

    /**
     * A round, which the next one may overwrite.
     *
     * @param arms the arms
     * @param scores the score of every arm, in its first entries. A higher score is a higher mean reward; NaN if the data do not contain it
     * @param hidden unobservable parts of the mean rewards: they do not depend on the features, and average to zero over rounds. Regret does not count
     *     them. Empty if there are none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Round(ActionSet arms, double[] scores, double[] hidden) {
        private static final double[] NOTHING_HIDDEN = {};

        Round(ActionSet arms, double[] scores) {
            this(arms, scores, NOTHING_HIDDEN);
        }

        /** Returns a round of a log, in which only the arm that was shown has a reward. */
        static Round ofShown(ActionSet arms, int shown, boolean clicked) {
            double[] scores = new double[arms.arms()];
            Arrays.fill(scores, Double.NaN);
            scores[shown] = clicked ? 1 : 0;
            return new Round(arms, scores);
        }
    }

    /**
     * Moves on to a round.
     *
     * @param t number of the round; 1, 2, ...
     * @param rng the random numbers of the round's features, from the first
     */
    Round round(long t, RoundRandom rng);

    /** Returns an encoder for sparse arms. */
    static Encoder encoder() {
        return Encoder.sparse(EncoderDefinition.builder().build());
    }
}
