package dev.attune.cli;

import dev.attune.flink.job.EmbeddedJob;
import dev.attune.flink.job.JobConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune stream}: runs the stream job in this process. */
@Command(
        name = "stream",
        description = {
            "Runs the stream job: reads requests and rewards from Kafka and writes decisions to Kafka, exactly once.",
            "",
            "Flink runs in this process, for evaluation; 'flink run attune-job.jar stream' runs the same job on a cluster."
                    + " Ctrl-C stops with a savepoint; the next start on the same folder continues from it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune stream broker                                     start a Kafka broker on this machine",
            "  attune stream --bootstrap localhost:9092 --create-topics   start the job",
            "  attune stream play --bootstrap localhost:9092            send requests and rewards, from MovieLens",
            "  attune stream --bootstrap kafka:9092 --config job.yaml   with a configuration (docs/guide/flink.md)"
        },
        sortOptions = false,
        synopsisSubcommandLabel = "[COMMAND]",
        subcommands = {
            StreamBrokerCommand.class,
            StreamPlayCommand.class,
            StreamVerifyCommand.class,
            StreamTortureCommand.class
        },
        mixinStandardHelpOptions = true)
final class StreamCommand implements Callable<Integer> {
    @Mixin
    private JobOptions options = new JobOptions();

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "attune-stream",
            description = "Folder for checkpoints and savepoints (default: ${DEFAULT-VALUE}).")
    private Path folder;

    @Option(names = "--create-topics", description = "Create missing topics.")
    private boolean create;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "4",
            description = "Partitions of created topics (default: ${DEFAULT-VALUE}).")
    private int partitions;

    @Mixin
    private LogOptions log = new LogOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (partitions < 1) {
            throw new IllegalArgumentException("--partitions = " + partitions + " must be at least 1");
        }
        JobConfig job = options.read();
        PrintWriter out = spec.commandLine().getOut();
        Path logFile = log.toFile(folder.resolve("stream.log"));
        out.println("log: " + logFile);
        out.flush();
        if (create) {
            createTopics(job, out);
        }
        PrintWriter err = spec.commandLine().getErr();
        EmbeddedJob running = EmbeddedJob.start(job, folder, line -> print(err, line));
        AtomicBoolean stopped = new AtomicBoolean();
        Thread hook = new Thread(() -> stop(running, stopped, out), "attune-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        out.println("the job runs on " + job.kafka().bootstrap() + ", group "
                + job.kafka().group());
        out.println("topics: " + String.join(", ", job.kafka().topics().all()));
        out.println(running.resumed().map(path -> "continued from " + path).orElse("started without saved state"));
        out.flush();
        try {
            running.await();
            return 0;
        } catch (IOException e) {
            if (stopped.get()) {
                return 0; // reported by the hook
            }
            print(err, "attune: " + e.getMessage() + "; see " + logFile);
            return 1;
        } finally {
            Session.forget(hook);
        }
    }

    private static void print(PrintWriter where, String line) {
        where.println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + line);
        where.flush();
    }

    private void createTopics(JobConfig job, PrintWriter out) throws InterruptedException {
        Set<String> created = job.kafka().createTopics(partitions);
        out.println(created.isEmpty() ? "all topics exist" : "created topics " + String.join(", ", created));
        out.flush();
    }

    private static void stop(EmbeddedJob job, AtomicBoolean stopped, PrintWriter out) {
        if (stopped.compareAndSet(false, true)) {
            out.println("stopping with a savepoint");
            out.flush();
            try {
                job.close();
                out.println("stopped");
            } catch (IOException e) { // the next start continues from the last checkpoint
                out.println(e.getMessage());
            }
            out.flush();
        }
    }
}
