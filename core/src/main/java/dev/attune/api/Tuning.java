package dev.attune.api;

import java.util.Optional;

/**
 * What tunes a policy: a tuner of the exploration path, a tuner of settings, or both.
 *
 * @param path chooses arms on the exploration path of each round
 * @param settings suggests the hyperparameters; beside a tuner of the path, those that are not the exploration rate
 * @param warmup rounds of random choice that the tuner asks for, in place of those that the user set; 0 leaves them to the user
 * @param rawRewards whether the tuner of settings learns from rewards as they are, and not from rewards mapped to [0, 1]
 * @param givenPrior whether the prior precision of the policy stays as it was given; otherwise a tuner of the path lets the evidence of the
 *     rewards set it, where {@link Posterior#prior()} allows it
 */
public record Tuning(
        Optional<PathTuner> path, Optional<Tuner> settings, long warmup, boolean rawRewards, boolean givenPrior) {
    /** Checks that there is a tuner, and the number of rounds. */
    public Tuning {
        if (path.isEmpty() && settings.isEmpty()) {
            throw new IllegalArgumentException("a tuning needs a tuner of the path, a tuner of settings, or both");
        }
        if (warmup < 0) {
            throw new IllegalArgumentException("warmup = " + warmup + " must not be negative");
        }
    }

    /** Creates a tuning that lets the evidence of the rewards set the prior precision. */
    public Tuning(Optional<PathTuner> path, Optional<Tuner> settings, long warmup, boolean rawRewards) {
        this(path, settings, warmup, rawRewards, false);
    }

    /** Returns a tuning by a tuner of settings, on rewards mapped to [0, 1]. */
    public static Tuning of(Tuner settings) {
        return new Tuning(Optional.empty(), Optional.of(settings), 0, false);
    }

    /** Returns a tuning by a tuner of the exploration path. */
    public static Tuning of(PathTuner path) {
        return new Tuning(Optional.of(path), Optional.empty(), 0, false);
    }

    /** Returns a tuning of the exploration rate by one tuner and of the other hyperparameters by another. */
    public static Tuning of(PathTuner path, Tuner settings) {
        return new Tuning(Optional.of(path), Optional.of(settings), 0, false);
    }

    /** Returns the same with a number of rounds of random choice that replaces the warm-up of the user. */
    public Tuning withWarmup(long rounds) {
        return new Tuning(path, settings, rounds, rawRewards, givenPrior);
    }

    /** Returns the same with a tuner of settings that learns from rewards as they are. */
    public Tuning onRawRewards() {
        return new Tuning(path, settings, warmup, true, givenPrior);
    }

    /** Returns the same with the prior precision of the policy left as it was given. */
    public Tuning withGivenPrior() {
        return new Tuning(path, settings, warmup, rawRewards, true);
    }
}
