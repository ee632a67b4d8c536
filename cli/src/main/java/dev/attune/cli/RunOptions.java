package dev.attune.cli;

import dev.attune.lab.spec.Spec;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that runs cells. */
final class RunOptions {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for results and report (default: runs/NAME, NAME being that of the spec).")
    private @Nullable Path out;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Number of cells that run in parallel (default: one per core). Results do not depend on it.")
    private @Nullable Integer threads;

    @Option(names = "--reps", paramLabel = "N", description = "Number of repetitions; overrides the spec.")
    private @Nullable Integer repetitions;

    @Option(names = "--seed", paramLabel = "S", description = "Seed; overrides the spec.")
    private @Nullable Long seed;

    @Option(names = "--fresh", description = "Discard existing results.")
    private boolean fresh;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    Spec apply(Spec spec) {
        if (threads != null && threads < 1) {
            throw new IllegalArgumentException("--threads = " + threads + " must be at least 1");
        }
        if (repetitions != null && repetitions < 1) {
            throw new IllegalArgumentException("--reps = " + repetitions + " must be at least 1");
        }
        Spec changed = repetitions == null ? spec : spec.withRepetitions(repetitions);
        return seed == null ? changed : changed.withSeed(seed);
    }

    Path out(String name) {
        return out == null ? Path.of("runs", name) : out;
    }

    int threads() {
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }

    /** Returns the value of {@code --threads}; null if it was not given. */
    @Nullable
    Integer askedThreads() {
        return threads;
    }

    boolean fresh() {
        return fresh;
    }

    boolean json() {
        return json;
    }
}
