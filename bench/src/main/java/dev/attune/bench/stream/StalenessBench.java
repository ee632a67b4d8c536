package dev.attune.bench.stream;

import dev.attune.api.ActionSet;
import dev.attune.api.Options;
import dev.attune.bench.Figure;
import dev.attune.catalog.BanditDefinition;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.env.Rounds;
import dev.attune.state.Checkpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * The regret of services that decide by a published model, relative to that of a bandit that learns every reward at once. LinUCB with its default tuner,
 * 20 decisions a second for 20 minutes; a new model is published every 1 s, 10 s or 5 min, so a model in use is up to that old. The learner observes
 * the decisions and their rewards.
 *
 * <pre>
 *   WORLD.atOnce    regret of the bandit that learns at once, and its standard error
 *   WORLD.1s ...    mean of the ratios of regret on the same rounds, and its standard error
 * </pre>
 */
public final class StalenessBench {
    private static final String BENCH = "staleness";
    private static final String POLICY = "LinUCB";
    private static final List<String> WORLDS = List.of("simulation", "fixed-arms", "switching-theta");
    private static final long PER_SECOND = 20;
    private static final long ROUNDS = 20 * 60 * PER_SECOND;
    private static final List<Age> AGES = List.of(new Age("1s", 1), new Age("10s", 10), new Age("5min", 300));
    private static final long SEED = 2026;
    private static final long APART = 1_000; // seeds of repetitions

    private record Age(String name, long seconds) {}

    private StalenessBench() {}

    /**
     * Plays all of them; the same numbers on any machine.
     *
     * @param repetitions at least 2, for an error
     */
    public static void run(int repetitions, Consumer<String> progress, Consumer<Figure> out) {
        if (repetitions < 2) {
            throw new IllegalArgumentException("--seeds " + repetitions + " must be at least 2, for an error");
        }
        for (String world : WORLDS) {
            Environment environment = environment(world);
            progress.accept(world + ", learning at once");
            double[] plain = regrets(environment, 0, repetitions);
            report(world + ".atOnce", plain, "regret", out);
            for (Age age : AGES) {
                progress.accept(world + ", a model every " + age.name);
                double[] ratios = regrets(environment, age.seconds * PER_SECOND, repetitions);
                for (int i = 0; i < repetitions; i++) {
                    ratios[i] /= plain[i];
                }
                report(world + "." + age.name, ratios, "x", out);
            }
        }
    }

    private static void report(String name, double[] values, String unit, Consumer<Figure> out) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        out.accept(new Figure(BENCH, name, mean, unit));
        out.accept(
                new Figure(BENCH, name + ".error", Math.sqrt(squares / (values.length - 1.0) / values.length), unit));
    }

    private static double[] regrets(Environment environment, long publishEvery, int repetitions) {
        return LongStream.range(0, repetitions)
                .parallel() // repetitions share nothing, and each has its place
                .mapToDouble(repetition -> regret(environment, publishEvery, SEED + APART * repetition))
                .toArray();
    }

    /** Returns the regret of a repetition; rounds between models, or 0 for a bandit that learns at once. */
    private static double regret(Environment environment, long publishEvery, long seed) {
        SelfTuningBandit learner = bandit(environment, seed);
        SelfTuningBandit decider = learner;
        Rounds rounds = environment.open(seed, ROUNDS);
        double regret = 0;
        for (long t = 0; t < ROUNDS; t++) {
            ActionSet arms = rounds.next();
            if (publishEvery > 0 && t % publishEvery == 0) {
                decider = bandit(environment, seed);
                Checkpoint.read(Checkpoint.write(learner), decider);
                decider.reseed(seed + 1, t);
            }
            Pull pull = decider.decide(arms);
            regret += rounds.regret(pull.arm(), pull.suggestion().setting());
            double reward = rounds.reward(pull.arm(), pull.suggestion().setting());
            if (publishEvery > 0) {
                learner.learn(learner.observe(arms, pull.arm()), reward);
            } else {
                learner.reward(pull, reward);
            }
        }
        return regret;
    }

    private static SelfTuningBandit bandit(Environment environment, long seed) {
        Options options = Options.DEFAULT.withSeed(seed).withRewards(environment.rewards());
        return new DefinedBandit(BanditDefinition.ofVectors(POLICY, "", environment.dimension(), options)).bandit();
    }

    private static Environment environment(String name) {
        try {
            return EnvironmentCatalog.environment(name).make(Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
