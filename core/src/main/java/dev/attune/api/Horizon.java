package dev.attune.api;

/**
 * The number of rounds T that some algorithms need. If it is not known, the doubling trick applies: a guess that doubles
 * when it is reached. Immutable.
 */
public final class Horizon {
    private static final long FIRST_GUESS = 1000;

    private final long rounds;
    private final boolean known;

    private Horizon(long rounds, boolean known) {
        this.rounds = rounds;
        this.known = known;
    }

    /** Returns a known number of rounds; a run may go on beyond it, with T as given. */
    public static Horizon of(long rounds) {
        if (rounds < 1) {
            throw new IllegalArgumentException("horizon = " + rounds + " must be at least 1");
        }
        return new Horizon(rounds, true);
    }

    /** Returns a horizon without a known end: T is 1000 in the first 1000 rounds, 2000 in the next 1000, and doubles whenever it is reached. */
    public static Horizon unknown() {
        return new Horizon(FIRST_GUESS, false);
    }

    /** Returns the T in force at a round, from 1. */
    public long at(long t) {
        long guess = rounds;
        while (!known && guess < t) {
            guess = Math.multiplyExact(guess, 2L);
        }
        return guess;
    }

    /** Returns what is left after the first {@code spent} rounds: the T of an algorithm that starts then. */
    public Horizon after(long spent) {
        return known ? of(Math.max(1, rounds - spent)) : this;
    }

    /** Returns the paper's length of the random warm-up, T1 = T^(2/(p+3)), for p hyperparameters. */
    public long warmup(int p) {
        return (long) StrictMath.pow(rounds, 2.0 / (p + 3));
    }

    /**
     * Returns the paper's epoch length at a round, T2 = 3 T^((p+2)/(p+3)), for p hyperparameters. T counts all rounds, those
     * of the warm-up included: of a run with a warm-up, ask the horizon of the whole run, not {@link #after}.
     */
    public long epoch(int p, long t) {
        return Math.max(1, (long) (3 * StrictMath.pow(at(t), (p + 2.0) / (p + 3))));
    }
}
