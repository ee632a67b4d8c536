package dev.attune.tuner;

import dev.attune.api.Horizon;

/** After how many rounds a tuner for a changing world forgets and starts again. */
public sealed interface EpochLength {
    /** Always the same. */
    static EpochLength of(long rounds) {
        return new Rounds(rounds);
    }

    /** The paper's T2 = 3 T^((p+2)/(p+3)). */
    static EpochLength ofPaper() {
        return new Paper();
    }

    /** One epoch for ever. */
    static EpochLength endless() {
        return new Rounds(Long.MAX_VALUE);
    }

    /**
     * The length in force at a round.
     *
     * @param p number of hyperparameters
     */
    long at(Horizon horizon, int p, long t);

    /**
     * Always the same.
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
        public long at(Horizon horizon, int p, long t) {
            return rounds;
        }
    }

    /** The paper's T2 for the horizon at the round. */
    record Paper() implements EpochLength {
        @Override
        public long at(Horizon horizon, int p, long t) {
            return horizon.epoch(p, t);
        }
    }
}
