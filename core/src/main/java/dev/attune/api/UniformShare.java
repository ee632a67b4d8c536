package dev.attune.api;

/**
 * The share of rounds with a uniformly random arm: the same in all rounds, or one that decays.
 *
 * <pre>
 *   constant   least
 *   decaying   max(least, min(.05, 1 / sqrt(t)))      t the number of the round, from 1
 * </pre>
 *
 * <p>Random rounds are what a bandit can be judged by: they bound the inverse probabilities of K arms by K / share. How soon a difference from a random
 * arm is proven depends on how many there were, so a share that decays tells it early, while the model has most to learn from them as well.
 *
 * @param least share of every round, or that to which a decaying one falls
 * @param decays whether the share of early rounds is larger
 */
public record UniformShare(double least, boolean decays) {
    /** No round is random by a share: what arms that are never chosen would have earned remains unknown. */
    public static final UniformShare NONE = constant(0);

    /** Falls to .01 at round 10,000; its mean until then is .018. */
    public static final UniformShare DEFAULT = decayingTo(0.01);

    private static final double LARGEST =
            0.05; // of a share that decays: few rounds are random after a start from a log

    /** Rejects values outside their range. */
    public UniformShare {
        if (!(least >= 0 && least <= 1)) {
            throw new IllegalArgumentException("uniformShare = " + least + " must be between 0 and 1");
        }
        least = least == 0 ? 0 : least; // no negative zero
    }

    /** Returns the same share for all rounds, between 0 and 1. */
    public static UniformShare constant(double share) {
        return new UniformShare(share, false);
    }

    /** Returns a share that falls to a number between 0 and 1. */
    public static UniformShare decayingTo(double least) {
        return new UniformShare(least, true);
    }

    /** Returns the share of a round, from 1. */
    public double at(long round) {
        return decays ? Math.max(least, Math.min(LARGEST, 1 / Math.sqrt(round))) : least;
    }

    @Override
    public String toString() {
        return decays ? "decaying to " + least : Double.toString(least);
    }
}
