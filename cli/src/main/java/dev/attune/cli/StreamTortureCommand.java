package dev.attune.cli;

import dev.attune.bench.stream.StreamTorture;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune stream torture}: kills stream jobs under load and verifies what they wrote. */
@Command(
        name = "torture",
        description = {
            "Tests exactly-once output: runs stream jobs on a broker of its own, ends them at random moments by kill -9 or"
                    + " with a savepoint, starts them with another parallelism, and verifies every decision and dead letter."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune stream torture                               20 seeds, or as many as fit into ten minutes",
            "  attune stream torture --seconds 1 --load 0          one seed",
            "",
            "Exit code: 0 no difference, 1 a difference was found; topics, checkpoints and logs then remain in the folder."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class StreamTortureCommand implements Callable<Integer> {
    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "600",
            description = "No seed begins after this time (default: ${DEFAULT-VALUE}).")
    private long seconds;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Largest number of seeds (default: 20).")
    private int seeds;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "First seed (default: 1).")
    private long seed;

    @Option(
            names = "--decisions",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Decisions of a process before it is ended (default: ${DEFAULT-VALUE}).")
    private int decisions;

    @Option(
            names = "--load",
            paramLabel = "N",
            defaultValue = "2",
            description = "Threads that keep processors busy beside the jobs (default: 2).")
    private int load;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Empty folder for topics, checkpoints and logs (default: a new temporary one).")
    private @Nullable Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seconds < 1 || seeds < 1 || decisions < 1 || load < 0) {
            throw new IllegalArgumentException(
                    "--seconds, --seeds and --decisions must be positive, and --load must not be negative");
        }
        Path used = folder == null ? Files.createTempDirectory("attune-torture") : folder;
        CrashCommand.requireEmpty(used);
        PrintWriter err = spec.commandLine().getErr();
        StreamTorture.Report report =
                StreamTorture.run(Duration.ofSeconds(seconds), seed, seeds, decisions, load, used, line -> {
                    err.println(line);
                    err.flush();
                });
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "%,d seeds, %,d times kill -9, %,d stops with a savepoint%n",
                report.seeds(), report.kills(), report.stops());
        out.printf("%,d decisions and %,d dead letters are equal%n", report.decisions(), report.deadLetters());
        report.differences().forEach(line -> out.println("- " + line));
        out.println(report.differences().isEmpty() ? "no difference" : "topics and logs are in " + used);
        out.flush();
        if (report.differences().isEmpty() && folder == null) {
            CrashCommand.delete(used);
        }
        return report.differences().isEmpty() ? 0 : 1;
    }
}
