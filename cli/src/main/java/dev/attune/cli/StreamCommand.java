package dev.attune.cli;

import dev.attune.bench.stream.PlayTally;
import dev.attune.bench.stream.StreamPlayer;
import dev.attune.bench.stream.StreamTorture;
import dev.attune.flink.job.EmbeddedJob;
import dev.attune.flink.job.JobConfig;
import dev.attune.flink.job.JobConfigReader;
import dev.attune.flink.verify.StreamVerifier;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.LocalBroker;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.live.json.DurationText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune stream}: runs the stream job in this process. */
@Command(
        name = "stream",
        description = {
            "Runs the stream job: reads requests and rewards from Kafka and writes decisions to Kafka, exactly once.",
            "",
            "Flink runs in this process, for evaluation; 'flink run attune-job.jar stream' runs the same job on a cluster."
                    + " Ctrl-C stops with a savepoint; the next start on the same folder continues from it."
        },
        footer = {
            "  attune stream broker                                     start a Kafka broker on this machine",
            "  attune stream --bootstrap localhost:9092 --create-topics   start the job",
            "  attune stream play --bootstrap localhost:9092            send requests and rewards, from MovieLens",
            "  attune stream --bootstrap kafka:9092 --config job.yaml   with a configuration (docs/guide/flink.md)"
        },
        sortOptions = false,
        synopsisSubcommandLabel = "[COMMAND]",
        subcommands = {
            StreamCommand.Broker.class,
            StreamCommand.Play.class,
            StreamCommand.Verify.class,
            StreamCommand.Torture.class
        })
final class StreamCommand extends Subcommand {
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

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (partitions < 1) {
            throw new IllegalArgumentException("--partitions = " + partitions + " must be at least 1");
        }
        JobConfig job = options.read();
        Path logFile = log.toFile(folder.resolve("stream.log"));
        out().println("log: " + logFile);
        if (create) {
            createTopics(job);
        }
        EmbeddedJob running = EmbeddedJob.start(job, folder, this::logWithTime);
        AtomicBoolean stopped = new AtomicBoolean();
        Thread hook = new Thread(() -> stop(running, stopped), "attune-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        PrintWriter out = out();
        out.println("the job runs on " + job.kafka().bootstrap() + ", group "
                + job.kafka().group());
        out.println("topics: " + String.join(", ", job.kafka().topics().all()));
        out.println(running.resumed().map(path -> "continued from " + path).orElse("started without saved state"));
        try {
            running.await();
            return 0;
        } catch (IOException e) {
            if (stopped.get()) {
                return 0; // reported by the hook
            }
            logWithTime("attune: " + e.getMessage() + "; see " + logFile);
            return 1;
        } finally {
            removeHook(hook);
        }
    }

    private void logWithTime(String line) {
        log(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + line);
    }

    private void createTopics(JobConfig job) throws InterruptedException {
        Set<String> created = job.kafka().createTopics(partitions);
        out().println(created.isEmpty() ? "all topics exist" : "created topics " + String.join(", ", created));
    }

    private void stop(EmbeddedJob job, AtomicBoolean stopped) {
        if (stopped.compareAndSet(false, true)) {
            out().println("stopping with a savepoint");
            try {
                job.close();
                out().println("stopped");
            } catch (IOException e) { // the next start continues from the last checkpoint
                out().println(e.getMessage());
            }
        }
    }

    /** Options that name the stream job: its brokers and its configuration. */
    private static final class JobOptions {
        @Option(
                names = "--bootstrap",
                paramLabel = "HOST:PORT",
                description = "Kafka brokers; overrides the configuration.")
        private @Nullable String bootstrap;

        @Option(names = "--config", paramLabel = "FILE", description = "Configuration of the job, a YAML file.")
        private @Nullable Path config;

        /** Reads the configuration. */
        JobConfig read() throws IOException {
            return JobConfigReader.read(config, bootstrap);
        }
    }

    /** {@code attune stream broker}: runs a Kafka broker for evaluation. */
    @Command(
            name = "broker",
            description = {
                "Runs a single Kafka broker on the loopback address of this machine, for evaluation.",
                "",
                "Ctrl-C stops it; the next start on the same folder keeps its data."
            },
            sortOptions = false)
    static final class Broker extends Subcommand {
        @Option(names = "--port", defaultValue = "9092", description = "Port; 0 for any free one (default: 9092).")
        private int port;

        @Option(
                names = "--folder",
                paramLabel = "DIR",
                defaultValue = "attune-broker",
                description = "Folder for its data (default: ${DEFAULT-VALUE}).")
        private Path folder;

        @Override
        public Integer call() throws IOException, InterruptedException {
            LocalBroker broker = LocalBroker.start(folder, port);
            Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "attune-stop"));
            out().println("Kafka listens on " + broker.bootstrap() + ", data in "
                    + folder.toAbsolutePath().normalize());
            new CountDownLatch(1).await(); // until the process is stopped
            return 0;
        }
    }

    /** {@code attune stream play}: sends requests and rewards to a stream job. */
    @Command(
            name = "play",
            description = {
                "Runs an environment of the lab against a stream job: defines a bandit, sends requests, reads the decisions"
                        + " and sends their rewards.",
                "",
                "Prints the mean reward of the last 1,000 decisions beside those of random and of best arms, and the dead"
                        + " letters of the bandit by reason."
            },
            sortOptions = false)
    static final class Play extends Subcommand {
        @Mixin
        private JobOptions job = new JobOptions();

        @Option(
                names = "--environment",
                defaultValue = "movielens-ratings",
                description = "One of 'attune list environments' (default: ${DEFAULT-VALUE}).")
        private String environment;

        @Option(
                names = "--bandit",
                defaultValue = "movies",
                description = "Name of the bandit (default: ${DEFAULT-VALUE}).")
        private String bandit;

        @Option(
                names = "--policy",
                defaultValue = "LinUCB",
                description = "Policy of the bandit (default: ${DEFAULT-VALUE}).")
        private String policy;

        @Option(
                names = "--rounds",
                defaultValue = "10000",
                description = "Number of rounds (default: ${DEFAULT-VALUE}).")
        private long rounds;

        @Option(
                names = "--rate",
                defaultValue = "200",
                description = "Requests per second (default: ${DEFAULT-VALUE}).")
        private double rate;

        @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
        private long seed;

        @Override
        public Integer call() throws IOException, InterruptedException {
            if (rounds < 1 || !(rate > 0)) {
                throw new IllegalArgumentException("--rounds and --rate must be positive");
            }
            KafkaConnection kafka = job.read().kafka();
            Environment played = EnvironmentCatalog.environment(environment).make(Map.of());
            try (StreamPlayer player = StreamPlayer.open(kafka, bandit, policy, played, seed)) {
                player.play(rounds, rate, seed, tally -> print(tally, player.underWay()));
            }
            return 0;
        }

        private void print(PlayTally tally, int underWay) {
            out().println(
                            tally.rounds() == 0
                                    ? "waiting for the first decision; " + underWay + " requests are in flight"
                                    : String.format(
                                            Locale.ROOT,
                                            "%d decisions: mean reward of the last ones %.3f, of random arms %.3f, of the best arms %.3f; %d in flight",
                                            tally.rounds(),
                                            tally.earned(),
                                            tally.random(),
                                            tally.best(),
                                            underWay));
            if (!tally.deadLetters().isEmpty()) {
                out().println("dead letters of the bandit by reason: " + tally.deadLetters());
            }
        }
    }

    /** {@code attune stream verify}: compares the output of a stream job with a replay of its input. */
    @Command(
            name = "verify",
            description = {
                "Compares the output of a stream job with a replay of its input in this process.",
                "",
                "Reads the input topics from the beginning, folds them with the code of the job, and compares every decision"
                        + " and dead letter, byte by byte. The job may be running: output is compared up to the watermark of"
                        + " the input. Use the configuration of the job: rules and disorder are part of the result."
            },
            footer = {
                "  attune stream verify --bootstrap localhost:9092",
                "  attune stream verify --config job.yaml --bandit movies --until 2026-11-18T12:00:00Z",
                "",
                "Exit code: 0 all equal, 1 there is a difference; the first one of each bandit is printed."
            },
            sortOptions = false)
    static final class Verify extends Subcommand {
        private static final int SHOWN = 10;

        @Mixin
        private JobOptions options = new JobOptions();

        @Option(names = "--bandit", paramLabel = "NAME", description = "Compare one bandit with all its segments.")
        private @Nullable String bandit;

        @Option(
                names = "--until",
                paramLabel = "TIME",
                description = "Compare up to a time, such as 2026-11-18T12:00:00Z.")
        private @Nullable String until;

        @Option(
                names = "--wait",
                paramLabel = "TIME",
                defaultValue = "30s",
                description = "How long output may take to be committed (default: ${DEFAULT-VALUE}).")
        private String wait;

        @Override
        public Integer call() throws IOException, InterruptedException {
            JobConfig job = options.read();
            String only = bandit;
            StreamVerifier.Result result = new StreamVerifier(
                            job.kafka(), job.rules(), job.disorder(), name -> only == null || only.equals(name))
                    .verify(until(), DurationText.parse(wait));
            PrintWriter out = out();
            result.notes().forEach(note -> out.println("note: " + note));
            out.printf("%,d records of the input, compared up to %s%n", result.records(), result.until());
            out.printf("%,d decisions and %,d dead letters are equal%n", result.decisions(), result.deadLetters());
            if (result.leftOut() > 0) {
                out.printf("%,d records were rejected before the fold and left out%n", result.leftOut());
            }
            if (result.equal()) {
                out.println("no difference");
            } else {
                out.printf(
                        "%,d differences, the first ones by time:%n",
                        result.differences().size());
                result.differences().stream().limit(SHOWN).forEach(line -> out.println("- " + line));
            }
            return result.equal() ? 0 : 1;
        }

        private Instant until() {
            if (until == null) {
                return Instant.ofEpochMilli(Long.MAX_VALUE);
            }
            try {
                return Instant.parse(until);
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException(
                        "--until " + until + " is not a time; write it as 2026-11-18T12:00:00Z", e);
            }
        }
    }

    /** {@code attune stream torture}: kills stream jobs under load and verifies what they wrote. */
    @Command(
            name = "torture",
            description = {
                "Tests exactly-once output: runs stream jobs on a broker of its own, ends them at random moments by kill -9 or"
                        + " with a savepoint, starts them with another parallelism, and verifies every decision and dead letter."
            },
            footer = {
                "  attune stream torture                               20 seeds, or as many as fit into ten minutes",
                "  attune stream torture --seconds 1 --load 0          one seed",
                "",
                "Exit code: 0 no difference, 1 a difference was found; topics, checkpoints and logs then remain in the folder."
            },
            sortOptions = false)
    static final class Torture extends Subcommand {
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

        @Override
        public Integer call() throws IOException, InterruptedException {
            if (seconds < 1 || seeds < 1 || decisions < 1 || load < 0) {
                throw new IllegalArgumentException(
                        "--seconds, --seeds and --decisions must be positive, and --load must not be negative");
            }
            Path used = folder == null ? Files.createTempDirectory("attune-torture") : folder;
            requireEmpty("--folder", used);
            StreamTorture.Report report =
                    StreamTorture.run(Duration.ofSeconds(seconds), seed, seeds, decisions, load, used, this::log);
            PrintWriter out = out();
            out.printf(
                    "%,d seeds, %,d times kill -9, %,d stops with a savepoint%n",
                    report.seeds(), report.kills(), report.stops());
            out.printf("%,d decisions and %,d dead letters are equal%n", report.decisions(), report.deadLetters());
            report.differences().forEach(line -> out.println("- " + line));
            out.println(report.differences().isEmpty() ? "no difference" : "topics and logs are in " + used);
            if (report.differences().isEmpty() && folder == null) {
                delete(used);
            }
            return report.differences().isEmpty() ? 0 : 1;
        }
    }
}
