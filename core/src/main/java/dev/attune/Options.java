package dev.attune;

import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.tuner.RewardScale;

/** What a {@link SelfTuningBandit} can be told beside its policy and tuner; everything has a safe preset. Immutable. */
public final class Options {
    /** Seed 0, no floor, no warm-up beyond the policy's own, any reward. */
    public static final Options DEFAULT = new Options(RewardRange.REALS, 0, 0, 0);

    final RewardRange rewards;
    final long warmup;
    final double floor;
    final long seed;

    private Options(RewardRange rewards, long warmup, double floor, long seed) {
        this.rewards = rewards;
        this.warmup = warmup;
        this.floor = floor;
        this.seed = seed;
    }

    /** The range of rewards: others are refused, and tuners see it mapped to [0, 1]. */
    public Options rewards(RewardRange range) {
        return new Options(range, warmup, floor, seed);
    }

    /** Rounds of random choice before the tuner begins: T1 of the paper. */
    public Options warmup(long rounds) {
        if (rounds < 0) {
            throw new IllegalArgumentException("warmup = " + rounds + " must not be negative");
        }
        return new Options(rewards, rounds, floor, seed);
    }

    /**
     * Share of rounds with a uniformly random arm. It bounds inverse propensities by K/floor, which evaluating other
     * policies from the log of decisions needs; learning does not.
     */
    public Options floor(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("floor = " + share + " must be between 0 and 1");
        }
        return new Options(rewards, warmup, share, seed);
    }

    /** The seed that all random draws are keyed by, together with the round. */
    public Options seed(long newSeed) {
        return new Options(rewards, warmup, floor, newSeed);
    }

    /** The declared range, or the policy's own if it is narrower than the reals, or a scale to be learnt. */
    RewardScale scale(Policy policy) {
        RewardRange range = rewards.equals(RewardRange.REALS) ? policy.rewards() : rewards;
        boolean open = range.equals(RewardRange.REALS) || range.equals(RewardRange.NON_NEGATIVE);
        return open ? RewardScale.learnt() : RewardScale.declared(range);
    }
}
