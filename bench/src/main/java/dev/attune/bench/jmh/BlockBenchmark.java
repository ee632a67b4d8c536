package dev.attune.bench.jmh;

import dev.attune.api.ActionSet;
import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.catalog.Catalog;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Rounds, decision and reward, of policies with a model for each arm: the mean over a run of {@value #ROUNDS} rounds
 * from an empty model on, so that what a tuner computes now and then is included.
 *
 * <p>All arms of a round have the features of its context. The context, {@code columns} uniform numbers and a constant
 * among them, comes from a pool.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20)
@Measurement(iterations = 20)
@Fork(1)
public class BlockBenchmark {
    private static final int ROUNDS = 10_000;
    private static final int POOL = 512;

    @Param({"LinUCB-disjoint", "LinTS-disjoint"})
    private String policy;

    @Param({"Fixed", "RandUCB", "VOI"})
    private String tuner;

    /** Arms x columns. */
    @Param({"15x100", "26x17"})
    private String shape;

    private int arms;
    private int columns;
    private final ActionSet[] rounds = new ActionSet[POOL];
    private final double[][] contexts = new double[POOL][];
    private double[][] theta = {};

    /** Makes the pool of contexts. */
    @Setup
    public void setUp() {
        String[] numbers = shape.split("x", -1);
        arms = Integer.parseInt(numbers[0]);
        columns = Integer.parseInt(numbers[1]);
        RoundRandom rng = new RoundRandom(1, 0);
        double scale = Math.sqrt(3.0 / columns);
        theta = new double[arms][columns];
        for (double[] ofArm : theta) {
            RoundRandom.gaussians(rng, ofArm);
        }
        for (int r = 0; r < POOL; r++) {
            contexts[r] = new double[columns];
            double[][] x = new double[1 + columns][ArmForms.rowLength(arms)];
            for (int i = 0; i < columns; i++) {
                contexts[r][i] = scale * (i == 0 ? 1 : 2 * rng.nextDouble() - 1);
                for (int k = 0; k < arms; k++) {
                    x[0][k] = k;
                    x[1 + i][k] = contexts[r][i];
                }
            }
            rounds[r] = ActionSet.wrap(x, arms);
        }
    }

    /** Plays one run. */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public SelfTuningBandit run() {
        Policy made = Catalog.policy(policy).create(1 + columns);
        SelfTuningBandit bandit = SelfTuningBandit.of(
                made,
                Catalog.tuner(tuner).tune(made, Horizon.of(ROUNDS), Catalog.candidates()),
                Options.DEFAULT.withSeed(1));
        RoundRandom noise = new RoundRandom(2, 0);
        for (int t = 0; t < ROUNDS; t++) {
            Pull pull = bandit.decide(rounds[t % POOL]);
            double mean = Symmetric.dot(theta[pull.arm()], contexts[t % POOL], columns);
            bandit.reward(pull, mean + 0.5 * noise.nextGaussian());
        }
        return bandit;
    }
}
