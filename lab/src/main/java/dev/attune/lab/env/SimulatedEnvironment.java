package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import java.util.Optional;

/**
 * Arms from a {@link World}, rewards from an {@link Outcome}. The luck of a round is one draw keyed by (seed, round), the
 * same for every arm: Gaussian rewards of two arms differ by exactly the difference of their means, and an arm with a
 * higher probability succeeds whenever one with a lower probability does.
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
        return new SimulatedRounds(worlds.make(seed, horizon), outcome, seed);
    }

    private static final class SimulatedRounds implements Rounds {
        private final World world;
        private final Outcome outcome;
        private final long luckSeed;
        private final RoundRandom luck;
        private long t;
        private int arms;
        private double bestMean;

        SimulatedRounds(World world, Outcome outcome, long seed) {
            this.world = world;
            this.outcome = outcome;
            this.luckSeed = seed ^ Salts.LUCK;
            this.luck = new RoundRandom(luckSeed, 0);
        }

        @Override
        public ActionSet next() {
            t++;
            ActionSet set = world.arms(t);
            arms = set.arms();
            bestMean = outcome.mean(largest(world.scores(), arms));
            return set;
        }

        private static double largest(double[] scores, int arms) {
            double largest = scores[0];
            for (int k = 1; k < arms; k++) {
                largest = Math.max(largest, scores[k]);
            }
            return largest;
        }

        @Override
        public double reward(int arm, Setting setting) {
            double mean = mean(arm) + world.hidden(arm);
            luck.reset(luckSeed, t);
            return outcome.reward(mean, luck);
        }

        @Override
        public double regret(int arm, Setting setting) {
            return Math.max(0, bestMean - mean(arm));
        }

        private double mean(int arm) {
            if (arm < 0 || arm >= arms) {
                throw new IllegalArgumentException("arm = " + arm + " is not one of the " + arms + " arms");
            }
            return outcome.mean(world.scores()[arm]);
        }
    }
}
