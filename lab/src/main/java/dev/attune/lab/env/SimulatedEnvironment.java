package dev.attune.lab.env;

import dev.attune.api.RewardRange;
import java.util.Optional;

/**
 * An environment of worlds that are made up.
 *
 * @param dimension number of features of an arm; 0 if arms are sparse
 * @param outcome how a score becomes a reward
 * @param worlds the arms of each repetition
 * @param sparseWorlds the same with sparse arms, if they have a context and ids of arms
 * @param whySparse why there are no vectors; empty if there are
 */
record SimulatedEnvironment(
        int dimension, Outcome outcome, World.Maker worlds, Optional<World.Maker> sparseWorlds, String whySparse)
        implements Environment {
    /** An environment with vectors only. */
    SimulatedEnvironment(int dimension, Outcome outcome, World.Maker worlds) {
        this(dimension, outcome, worlds, Optional.empty(), "");
    }

    /** An environment with vectors and with sparse arms. */
    SimulatedEnvironment(int dimension, Outcome outcome, World.Maker worlds, World.Maker sparseWorlds) {
        this(dimension, outcome, worlds, Optional.of(sparseWorlds), "");
    }

    /** Returns an environment with sparse arms only. */
    static SimulatedEnvironment named(Outcome outcome, World.Maker worlds, String whySparse) {
        return new SimulatedEnvironment(0, outcome, worlds, Optional.of(worlds), whySparse);
    }

    @Override
    public Optional<Environment> sparse() {
        return sparseWorlds.map(sparse -> new SimulatedEnvironment(0, outcome, sparse, sparseWorlds, whySparse));
    }

    @Override
    public RewardRange rewards() {
        return outcome.rewards();
    }

    @Override
    public Rounds open(long seed, long horizon) {
        return new WorldRounds(
                worlds.make(seed, horizon), outcome, Long.MAX_VALUE, seed ^ World.FEATURES, seed ^ World.LUCK);
    }
}
