package dev.attune.lab.run;

import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.env.Environment;
import dev.attune.lab.spec.Spec.EnvironmentChoice;
import dev.attune.math.RoundRandom;

/**
 * One repetition of one combination: the unit of work.
 *
 * @param combination contestant and environment
 * @param repetition from 1
 * @param seed a function of the spec's seed and the repetition alone, so all combinations of a repetition share it
 */
record Cell(Combination combination, int repetition, long seed) {
    private static final long ENVIRONMENT = -1; // a round that no bandit has
    private static final int CURVES = 50; // repetitions that figures are made of; those after them add digits alone

    /**
     * A contestant in an environment: a cell without the repetition.
     *
     * @param choice the environment as the spec has it
     * @param environment the environment itself
     * @param contestant the policy with its tuner
     * @param rounds number of rounds
     * @param hash of everything that the numbers depend on, but for the repetition
     */
    record Combination(
            EnvironmentChoice choice, Environment environment, Contestant contestant, long rounds, String hash) {
        /** Returns the label of the policy. */
        String policy() {
            return contestant.policy().label();
        }

        /** Returns a result under the labels of this combination, which may have changed since the cell was run. */
        CellResult labelled(CellResult result) {
            return result.labelled(choice.label(), policy(), contestant.tuner(), contestant.role());
        }
    }

    static Cell of(Combination combination, int repetition, long specSeed) {
        return new Cell(combination, repetition, new RoundRandom(specSeed, repetition).nextLong());
    }

    /** Returns the unique key of this cell, also across runs. */
    String key() {
        return CellResult.key(combination.hash, repetition);
    }

    /** Returns a description such as "LinUCB by VOI on simulation, repetition 3". */
    @Override
    public String toString() {
        return combination.policy() + " by " + combination.contestant.tuner() + " on " + combination.choice.label()
                + ", repetition " + repetition;
    }

    CellResult play(String spec, String version) {
        Environment environment = combination.environment;
        Contestant contestant = combination.contestant;
        long environmentSeed = new RoundRandom(seed, ENVIRONMENT).nextLong();
        Options options = Options.DEFAULT.withSeed(seed).withRewards(environment.rewards());
        SelfTuningBandit bandit = contestant.maker().make(environment.dimension(), combination.rounds, options);
        CellResult.Score score;
        try {
            score = new Play(
                            bandit,
                            environment.open(environmentSeed, combination.rounds),
                            combination.choice.delay(),
                            environmentSeed,
                            combination.rounds)
                    .score();
        } finally {
            close(bandit.policy());
        }
        CellResult result = new CellResult(
                new CellResult.Origin(
                        spec, combination.hash, version, Runtime.version().toString(), seed),
                combination.choice.label(),
                combination.policy(),
                contestant.tuner(),
                contestant.role(),
                repetition,
                score);
        return repetition <= CURVES ? result : result.withoutCurve();
    }

    /** Frees what a policy has outside of the Java heap. */
    private static void close(Policy policy) {
        if (policy instanceof AutoCloseable resource) {
            try {
                resource.close();
            } catch (Exception e) {
                throw new IllegalStateException(policy.stateName() + " does not close: " + e.getMessage(), e);
            }
        }
    }
}
