package dev.attune.tuner;

import dev.attune.api.Horizon;

/** After how many rounds a tuner for a changing world forgets and starts again. Its text is part of saved states. */
public sealed interface EpochLength {
    /** Returns a length that never changes. */
    static EpochLength of(long rounds) {
        return new Rounds(rounds);
    }

    /**
     * Returns the paper's T2 = 3 T^((p+2)/(p+3)).
     *
     * @param whole T, all rounds of the run. A tuner that starts after a warm-up of T1 rounds has the horizon T - T1, but
     *     the paper computes T2 from T: for T = 14,000 it is 3,861 with p = 1 and 6,223 with p = 2
     */
    static EpochLength ofPaper(Horizon whole) {
        return new Paper(whole);
    }

    /** Returns the length of an epoch that never ends. */
    static EpochLength endless() {
        return new Rounds(Long.MAX_VALUE);
    }

    /**
     * Returns the length in force at a round.
     *
     * @param p number of hyperparameters
     * @param t the tuner's round, from 1
     */
    long at(int p, long t);

    /**
     * A length that never changes.
     *
     * @param rounds the length, at least 1
     */
    record Rounds(long rounds) implements EpochLength {
        /** Checks the length. */
        public Rounds {
            if (rounds < 1) {
                throw new IllegalArgumentException("epoch length = " + rounds + " must be at least 1");
            }
        }

        @Override
        public long at(int p, long t) {
            return rounds;
        }
    }

    /**
     * The paper's T2.
     *
     * @param whole all rounds of the run
     */
    record Paper(Horizon whole) implements EpochLength {
        @Override
        public long at(int p, long t) {
            return whole.epoch(p, t);
        }

        /** Returns the rule without the horizon, which saved states have beside it. */
        @Override
        public String toString() {
            return "Paper[]";
        }
    }
}
