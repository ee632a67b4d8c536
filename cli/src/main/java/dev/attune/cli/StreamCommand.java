package dev.attune.cli;

import dev.attune.flink.job.EmbeddedJob;
import dev.attune.flink.job.JobConfig;
import dev.attune.flink.job.JobConfigReader;
import dev.attune.flink.kafka.TopicSetup;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code attune stream}: the stream job in this process. */
@Command(
        name = "stream",
        description = {
            "Runs the stream job: requests and rewards come from Kafka, decisions go to Kafka, exactly once.",
            "",
            "Flink runs in this process, for trying out; 'flink run attune-job.jar stream' runs the same job on a cluster."
                    + " Ctrl-C stops with a savepoint; the next start on the same folder goes on from there."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune stream broker                                        a Kafka broker on this machine, for trying out",
            "  attune stream --bootstrap localhost:9092 --create-topics    the job",
            "  attune stream play --bootstrap localhost:9092               requests and rewards, from MovieLens",
            "  attune stream --bootstrap kafka:9092 --config job.yaml      all that can be said: docs/guide/flink.md"
        },
        sortOptions = false,
        synopsisSubcommandLabel = "[COMMAND]",
        subcommands = {StreamBrokerCommand.class, StreamPlayCommand.class},
        mixinStandardHelpOptions = true)
final class StreamCommand implements Callable<Integer> {
    @Option(names = "--bootstrap", paramLabel = "HOST:PORT", description = "Kafka brokers, instead of the file's.")
    private @Nullable String bootstrap;

    @Option(names = "--config", paramLabel = "FILE", description = "What the job is told, as YAML.")
    private @Nullable Path config;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "attune-stream",
            description = "Checkpoints and savepoints (default: ${DEFAULT-VALUE}).")
    private Path folder;

    @Option(names = "--create-topics", description = "Make the topics that are not there.")
    private boolean create;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "4",
            description = "Partitions of topics that are made (default: ${DEFAULT-VALUE}).")
    private int partitions;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (partitions < 1) {
            throw new IllegalArgumentException("--partitions = " + partitions + " must be at least 1");
        }
        JobConfig told = JobConfigReader.read(config, bootstrap);
        PrintWriter out = spec.commandLine().getOut();
        if (create) {
            createTopics(told, out);
        }
        EmbeddedJob job = EmbeddedJob.start(told, folder);
        AtomicBoolean stopped = new AtomicBoolean();
        Thread hook = new Thread(() -> stop(job, stopped, out), "attune-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        out.println("the job runs on " + told.kafka().bootstrap() + " with " + told.parallelism() + " subtasks");
        out.println("topics: " + String.join(", ", told.kafka().topics().all()));
        out.println(job.resumed().map(path -> "went on from " + path).orElse("began with nothing"));
        out.flush();
        try {
            job.await();
        } finally {
            Session.forget(hook);
        }
        return 0;
    }

    private void createTopics(JobConfig told, PrintWriter out) throws InterruptedException {
        try (Admin admin = told.kafka().admin()) {
            Set<String> made = TopicSetup.create(admin, told.kafka().topics(), partitions);
            out.println(made.isEmpty() ? "all topics are there" : "made topics " + String.join(", ", made));
            out.flush();
        }
    }

    private static void stop(EmbeddedJob job, AtomicBoolean stopped, PrintWriter out) {
        if (stopped.compareAndSet(false, true)) {
            out.println("stopping with a savepoint");
            out.flush();
            try {
                job.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            out.println("stopped");
            out.flush();
        }
    }
}
