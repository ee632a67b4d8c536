package dev.attune.api;

/**
 * The options of a bandit beside its policy, tuner and features. Immutable; each option exists here and nowhere else.
 *
 * @param seed key of all random draws, together with the round
 * @param rewards rewards that are accepted; tuners of settings see them mapped to [0, 1]
 * @param uniformShare share of rounds with a uniformly random arm. It bounds inverse probabilities by K / uniformShare, by which the bandit is
 *     judged and other policies are evaluated from its decisions; learning does not need it
 * @param warmup rounds of random choice before the tuner starts, T1 of the paper; at least those that the policy needs
 * @param horizon number of rounds, for tuners that must know it; 0 if it is unknown
 * @param forgetting how a policy that is made by name forgets; a policy object forgets as it was made to
 */
public record Options(
        long seed, RewardRange rewards, UniformShare uniformShare, long warmup, long horizon, Forgetting forgetting) {
    /** Seed 0, any reward, no uniform share, no warm-up beyond the policy's own, unknown horizon, changes are detected. */
    public static final Options DEFAULT =
            new Options(0, RewardRange.REALS, UniformShare.NONE, 0, 0, Forgetting.DETECTED);

    /** Rejects values outside their range. */
    public Options {
        if (warmup < 0) {
            throw new IllegalArgumentException("warmup = " + warmup + " must not be negative");
        }
        if (horizon < 0) {
            throw new IllegalArgumentException("horizon = " + horizon + " must not be negative");
        }
    }

    /** Returns these options with another seed. */
    public Options withSeed(long value) {
        return new Options(value, rewards, uniformShare, warmup, horizon, forgetting);
    }

    /** Returns these options with another range of rewards. */
    public Options withRewards(RewardRange range) {
        return new Options(seed, range, uniformShare, warmup, horizon, forgetting);
    }

    /** Returns these options with the same share of uniformly random rounds at all times. */
    public Options withUniformShare(double share) {
        return withUniformShare(UniformShare.constant(share));
    }

    /** Returns these options with another share of uniformly random rounds. */
    public Options withUniformShare(UniformShare share) {
        return new Options(seed, rewards, share, warmup, horizon, forgetting);
    }

    /** Returns these options with another warm-up. */
    public Options withWarmup(long rounds) {
        return new Options(seed, rewards, uniformShare, rounds, horizon, forgetting);
    }

    /** Returns these options with another horizon; 0 stands for an unknown one. */
    public Options withHorizon(long rounds) {
        return new Options(seed, rewards, uniformShare, warmup, rounds, forgetting);
    }

    /** Returns these options with another way to forget. */
    public Options withForgetting(Forgetting way) {
        return new Options(seed, rewards, uniformShare, warmup, horizon, way);
    }

    /** Returns the horizon as tuners ask for it. */
    public Horizon rounds() {
        return horizon == 0 ? Horizon.unknown() : Horizon.of(horizon);
    }
}
