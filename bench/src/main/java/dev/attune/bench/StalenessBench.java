package dev.attune.bench;

import dev.attune.api.Require;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.report.Estimate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;

/**
 * What replicas cost in regret because their models are behind. {@code PROBLEM.plain}: regret of a bandit that learns every reward at once, its
 * exploration by VOI. {@code PROBLEM.nN.mM}: N replicas that tell after M rewards of their own, as {@link ReplicatedPlay} plays them; and
 * {@code .ratio}, the mean over that of the plain bandit. {@code .low} and {@code .high} are 95 % intervals over repetitions.
 */
public final class StalenessBench {
    private static final String BENCH = "staleness";
    private static final int[] REPLICAS = {1, 2, 4, 8};
    private static final long[] MERGE_EVERY = {1, 100, 10_000};
    private static final long SEED = 2024;

    private record Task(String name, String environment, String policy) {}

    private static final List<Task> TASKS = List.of(
            new Task("simulation", "simulation", "LinUCB"),
            new Task("fixed-arms", "fixed-arms", "LinUCB"),
            new Task("logistic", "simulation-logistic", "UCB-GLM"));

    private StalenessBench() {}

    /**
     * Plays all of them; the same numbers on any machine.
     *
     * @param repetitions at least 2, for an interval
     * @param rounds of each
     */
    public static void run(int repetitions, long rounds, Consumer<String> progress, Consumer<Figure> out) {
        if (repetitions < 2) {
            throw new IllegalArgumentException("--reps " + repetitions + " must be at least 2, for an interval");
        }
        Require.positive("rounds", (double) rounds);
        for (Task task : TASKS) {
            Environment environment = environment(task.environment);
            progress.accept(task.name + ", plain");
            double plain = tell(
                    task.name + ".plain",
                    repetitions,
                    out,
                    seed -> ReplicatedPlay.plain(task.policy, environment, rounds, seed));
            for (int n : REPLICAS) {
                for (long m : MERGE_EVERY) {
                    progress.accept(task.name + ", " + n + " replicas that tell after " + m + " rewards");
                    String name = task.name + ".n" + n + ".m" + m;
                    double mean = tell(
                            name,
                            repetitions,
                            out,
                            seed -> ReplicatedPlay.replicated(task.policy, environment, n, m, rounds, seed));
                    out.accept(new Figure(BENCH, name + ".ratio", mean / plain, "x"));
                }
            }
        }
    }

    private static double tell(String name, int repetitions, Consumer<Figure> out, LongToDoubleFunction play) {
        double[] regrets = LongStream.range(0, repetitions)
                .parallel() // repetitions share nothing, and each has its place
                .mapToDouble(repetition -> play.applyAsDouble(SEED + 1000 * repetition))
                .toArray();
        Estimate estimate = Estimate.of(regrets);
        out.accept(new Figure(BENCH, name, estimate.mean(), "regret"));
        out.accept(new Figure(BENCH, name + ".low", estimate.low(), "regret"));
        out.accept(new Figure(BENCH, name + ".high", estimate.high(), "regret"));
        return estimate.mean();
    }

    private static Environment environment(String name) {
        try {
            return EnvironmentCatalog.environment(name).make(Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
