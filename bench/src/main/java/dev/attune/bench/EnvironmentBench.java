package dev.attune.bench;

import dev.attune.api.ActionSet;
import dev.attune.api.Policy;
import dev.attune.api.Setting;
import dev.attune.catalog.Catalog;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.env.PointPolicy;
import dev.attune.lab.env.Rounds;
import dev.attune.math.RoundRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What made-up rounds cost. {@code NAME.generation}: time of a round of the environment with its presets, arms, optimum, regret
 * and reward together. {@code LinUCB.round}: time of a round of LinUCB (score, choose, learn) at d = 25, K = 120 with
 * features ready in memory. {@code generation.vsLinUCB}: the simulation's generation over LinUCB's round, both over 14,000
 * rounds from the first; the median of 15 pairs run back to back.
 */
public final class EnvironmentBench {
    private static final String BENCH = "environments";
    private static final List<String> ENVIRONMENTS = List.of(
            "simulation",
            "simulation-logistic",
            "unit-ball",
            "fixed-arms",
            "separate-models",
            "switching-theta",
            "drifting-theta",
            "heavy-tails",
            "switching-sine",
            "quadratic",
            "made-up-table",
            "arm-features",
            "news",
            "words");
    private static final int ROUNDS = 14_000;
    private static final int TURNS = 5;
    private static final int PAIRS = 15;
    private static final long SEED = 1;

    private static final Setting SETTING = PointPolicy.SPACE.preset();

    private final SimulatedRounds problem = new SimulatedRounds(SEED, false);

    private EnvironmentBench() {}

    /** Measures generation; {@code progress} receives what is being measured, {@code out} each figure. */
    public static void run(Consumer<String> progress, Consumer<Figure> out) {
        EnvironmentBench bench = new EnvironmentBench();
        for (String name : ENVIRONMENTS) {
            progress.accept(name);
            Environment environment = environment(name);
            out.accept(nanosPerRound(name + ".generation", () -> generate(environment)));
        }
        progress.accept("LinUCB");
        out.accept(nanosPerRound("LinUCB.round", bench::linUcb));
        progress.accept("the simulation against LinUCB");
        Environment simulation = environment("simulation");
        double ratio = CpuTime.ratio(PAIRS, () -> generate(simulation), bench::linUcb);
        out.accept(new Figure(BENCH, "generation.vsLinUCB", ratio, "x"));
    }

    private static Environment environment(String name) {
        try {
            return EnvironmentCatalog.environment(name).make(Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Figure nanosPerRound(String name, Runnable run) {
        return new Figure(BENCH, name, CpuTime.fastest(TURNS, 1, run)[0] / ROUNDS, "ns");
    }

    private static void generate(Environment environment) {
        Rounds rounds = environment.open(SEED, ROUNDS);
        double sum = 0;
        for (int t = 1; t <= ROUNDS; t++) {
            rounds.next();
            sum += rounds.regret(0, SETTING) + rounds.reward(0, SETTING);
        }
        if (Double.isNaN(sum)) {
            throw new IllegalStateException("a reward is not a number");
        }
    }

    private void linUcb() {
        Policy policy = Catalog.policy("LinUCB").create(SimulatedRounds.DIMENSION);
        Setting setting = policy.space().preset();
        RoundRandom rng = new RoundRandom(SEED, 0);
        RoundRandom noise = new RoundRandom(SEED + 1, 0);
        for (int t = 1; t <= ROUNDS; t++) {
            rng.reset(SEED, t);
            ActionSet arms = problem.arms(t);
            int arm = policy.select(arms, setting, rng);
            policy.update(arms.features(arm), problem.reward(t, arm, noise), setting);
        }
    }
}
