package dev.attune.lab.spec;

import dev.attune.math.RoundRandom;
import java.util.Locale;

/**
 * The delay of rewards, for any environment. The delay of a round is a function of seed and round, so it is the same for all tuners.
 *
 * @param kind how delays are drawn
 * @param rounds the delay, or its mean, or the length of a batch
 * @param lost share of rewards that are lost
 * @param window number of rounds after which a decision without a reward expires
 */
public record Delay(Kind kind, long rounds, double lost, long window) {
    /** An unlimited window. */
    public static final long FOREVER = Long.MAX_VALUE;

    /** No delay. */
    public static final Delay NONE = new Delay(Kind.FIXED, 0, 0, FOREVER);

    private static final long KEY = 0x64656C6179L;

    /** Rejects lost rewards without a window. */
    public Delay {
        if (lost > 0 && window == FOREVER) {
            throw new IllegalArgumentException("where rewards are lost, a window must say when to give up");
        }
    }

    /** How delays are drawn. */
    public enum Kind {
        /** Always the same. */
        FIXED,
        /** Geometric: every round the reward comes with the same probability. */
        GEOMETRIC,
        /** All rewards of a batch of rounds come together after its last one. */
        BATCH
    }

    /** Returns whether every reward comes before the next decision. */
    public boolean none() {
        return kind == Kind.FIXED && rounds == 0 && lost == 0;
    }

    /** Returns the delay of the reward of a round; -1 if it does not arrive within the window. */
    public long of(long seed, long t, RoundRandom rng) {
        rng.reset(seed ^ KEY, t);
        if (rng.nextDouble() < lost) {
            return -1;
        }
        long delay = switch (kind) {
            case FIXED -> rounds;
            case GEOMETRIC -> geometric(rng);
            case BATCH -> rounds - 1 - (t - 1) % rounds;
        };
        return delay > window ? -1 : delay;
    }

    /** Draws 0, 1, 2, ... with the given mean, by inversion. */
    private long geometric(RoundRandom rng) {
        double stay = rounds / (rounds + 1.0);
        return (long) (StrictMath.log(1 - rng.nextDouble()) / StrictMath.log(stay));
    }

    /** Returns the delay as text, for hashes of cells. */
    @Override
    public String toString() {
        String text = kind.name().toLowerCase(Locale.ROOT) + " " + rounds;
        return window == FOREVER ? text : text + ", lost " + lost + ", window " + window;
    }
}
