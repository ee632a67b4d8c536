package dev.attune.bench.jmh;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.api.ActionSet;
import dev.attune.api.Options;
import dev.attune.bench.SimulatedRounds;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import dev.attune.tuner.Fixed;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of the thread-safe {@link Bandit} without contention: a round of LinUCB at d = 25, K = 120, decision and reward, by the engine alone and by
 * the thread-safe {@link Bandit}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class BanditBenchmark {
    private final SimulatedRounds problem = new SimulatedRounds(1, false);
    private final RoundRandom noise = new RoundRandom(2, 0);
    private final SelfTuningBandit engine = SelfTuningBandit.of(
            new LinUcb(SimulatedRounds.DIMENSION), new Fixed(LinUcb.SPACE.preset()), Options.DEFAULT.withSeed(1));
    private final Bandit bandit = Attune.bandit()
            .vectors(SimulatedRounds.DIMENSION)
            .policy("LinUCB")
            .tuner("Fixed")
            .seed(1)
            .build();
    private long t;

    /** One round by the engine, for one thread. */
    @Benchmark
    public int engine() {
        t++;
        ActionSet arms = problem.arms(t);
        Pull pull = engine.decide(arms);
        engine.reward(pull, problem.reward(t, pull.arm(), noise));
        return pull.arm();
    }

    /** One round by the bandit that is safe under threads. */
    @Benchmark
    public int frontDoor() {
        t++;
        ActionSet arms = problem.arms(t);
        Decision decision = bandit.decide(arms);
        bandit.reward(decision, problem.reward(t, decision.index(), noise));
        return decision.index();
    }
}
