package dev.attune.bench.jmh;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Forgetting;
import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.bench.SimulatedRounds;
import dev.attune.catalog.Catalog;
import dev.attune.math.RoundRandom;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Whole rounds, score to learning, of one policy in a JVM of its own. With {@code -prof gc} the bytes per round show:
 * the features of the chosen arm, which a decision carries, and for the policies that look back the history.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class RoundBenchmark {
    @Param({"LinUCB", "LinTS", "UCB-GLM", "GLM-UCB", "GLM-TSL", "Laplace-TS", "GLOC", "SGD-TS", "V-IDS", "Random"})
    private String policyName;

    @Param("none")
    private String forgetting;

    private Policy policy;
    private Setting setting;
    private Optional<ExplorationPath> path = Optional.empty();
    private final ScoredRound scored = new ScoredRound();
    private SimulatedRounds problem;
    private final RoundRandom rng = new RoundRandom(1, 0);
    private final RoundRandom noise = new RoundRandom(2, 0);
    private long t;

    /** A policy without any reward, and rounds in memory. */
    @Setup
    public void setUp() {
        policy = Catalog.policy(policyName).create(SimulatedRounds.DIMENSION, Forgetting.parse(forgetting));
        setting = policy.space().preset();
        path = policy.path();
        problem = new SimulatedRounds(1, policy.rewards().equals(RewardRange.UNIT));
    }

    /** One round. */
    @Benchmark
    public int round() {
        t++;
        rng.reset(1, t);
        ActionSet arms = problem.arms(t);
        int arm;
        if (path.isPresent()) {
            path.get().score(arms, rng, scored);
            arm = scored.best(setting.get(0));
        } else {
            arm = policy.select(arms, setting, rng);
        }
        policy.update(arms.features(arm), problem.reward(t, arm, noise), setting);
        return arm;
    }
}
