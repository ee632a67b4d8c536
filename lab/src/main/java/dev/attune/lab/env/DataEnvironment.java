package dev.attune.lab.env;

import dev.attune.api.RewardRange;

/** An environment of recorded data: it has a fingerprint, and as many rounds as the data allow. */
abstract class DataEnvironment implements Environment {
    final String name;
    private final int dimension;
    private final Outcome outcome;
    private final long mostRounds;
    private final String fingerprint;

    DataEnvironment(String name, int dimension, Outcome outcome, long mostRounds, String fingerprint) {
        this.name = name;
        this.dimension = dimension;
        this.outcome = outcome;
        this.mostRounds = mostRounds;
        this.fingerprint = fingerprint;
    }

    @Override
    public final int dimension() {
        return dimension;
    }

    @Override
    public final RewardRange rewards() {
        return outcome.rewards();
    }

    @Override
    public final long mostRounds() {
        return mostRounds;
    }

    @Override
    public final String fingerprint() {
        return fingerprint;
    }

    @Override
    public final Rounds open(long seed, long horizon) {
        if (horizon > mostRounds) {
            throw new IllegalArgumentException("environment " + name + " has data for " + mostRounds
                    + " rounds, not for " + horizon + "; ask for at most " + mostRounds);
        }
        return new WorldRounds(world(seed, horizon), outcome, horizon, seed, seed);
    }

    /** Makes the world of a repetition, whose number of rounds has been checked. */
    abstract World world(long seed, long horizon);
}
