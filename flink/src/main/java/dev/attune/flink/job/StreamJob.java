package dev.attune.flink.job;

import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamRules;
import dev.attune.flink.stream.BanditFunction;
import dev.attune.flink.stream.StreamTypes;
import dev.attune.flink.stream.Ticks;
import dev.attune.flink.stream.TopicStreams;
import dev.attune.kafka.JobPresence;
import dev.attune.kafka.wire.InputTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topology of the job: requests and rewards go to their bandits, which are in keyed state.
 *
 * <pre>
 *   requests, rewards -> time -> by bandit -> bandits -> decisions, dead letters, metrics, models
 *   definitions       -> time -> to all    ----^
 * </pre>
 */
public final class StreamJob {
    /** Number of key groups. It cannot change: a savepoint cannot be restored with more subtasks than that. */
    private static final int KEY_GROUPS = 1_024;

    /** Checkpoints in a row that may fail before the job restarts from the last complete one. */
    private static final int TOLERATED_CHECKPOINTS = 3;

    /** Time between checkpoints if neither the configuration of the job nor Flink's says one. */
    static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(5);

    /** How long a job on a cluster waits for its predecessor to end: after the failure of a job manager its tasks live on for a while. */
    private static final Duration HANDOVER = Duration.ofSeconds(60);

    /** Added to the expected time between two signs of life, for a machine under load. */
    private static final Duration WATCH = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(StreamJob.class);

    private StreamJob() {}

    /**
     * Submits the job to the cluster that runs this program.
     *
     * @param arguments --config FILE and, in place of the file's, --bootstrap HOST:PORT
     */
    public static void run(List<String> arguments) throws Exception {
        String config = null;
        String bootstrap = null;
        for (Iterator<String> left = arguments.iterator(); left.hasNext(); ) {
            String option = left.next();
            String value = left.hasNext() ? left.next() : "";
            switch (option) {
                case "--config" -> config = value;
                case "--bootstrap" -> bootstrap = value;
                default ->
                    throw new IllegalArgumentException(
                            "unknown option '" + option + "'; the options are --config FILE and --bootstrap HOST:PORT");
            }
        }
        JobConfig job = JobConfigReader.read(config == null ? null : Path.of(config), bootstrap);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        build(env, job);
        refuseSecond(job, HANDOVER);
        env.execute("attune");
    }

    /**
     * Rejects a job if another one of its group is running.
     *
     * @param handover how long the other job has time to end
     * @throws IllegalArgumentException if it runs
     */
    static void refuseSecond(JobConfig config, Duration handover) throws InterruptedException {
        long until = System.nanoTime() + handover.toNanos();
        Duration ticks = config.tick().orElse(Duration.ZERO).multipliedBy(3).plus(WATCH);
        Duration transactions = config.checkpointEvery()
                .orElse(CHECKPOINT_EVERY)
                .multipliedBy(2)
                .plus(WATCH);
        while (true) {
            Optional<String> other = JobPresence.find(config.kafka(), ticks, transactions);
            if (other.isEmpty()) {
                return;
            }
            if (System.nanoTime() > until) {
                throw new IllegalArgumentException(
                        "a job of group '" + config.kafka().group()
                                + "' is running already on " + config.kafka().bootstrap() + ": " + other.get()
                                + ". Stop it, or give this one its own group and topics");
            }
            LOG.warn(
                    "waiting until the running job of group {} ends: {}",
                    config.kafka().group(),
                    other.get());
        }
    }

    /**
     * Builds the job.
     *
     * @throws IllegalArgumentException if the broker does not answer or lacks a topic
     */
    public static void build(StreamExecutionEnvironment env, JobConfig config) throws InterruptedException {
        build(env, config, records -> records);
    }

    /** Builds the job with an operator between event times and bandits. */
    static void build(StreamExecutionEnvironment env, JobConfig config, UnaryOperator<DataStream<InputRecord>> between)
            throws InterruptedException {
        configure(env, config);
        int parallelism = config.parallelism().orElse(env.getParallelism());
        int readers = Math.min(parallelism, config.kafka().mostReaders(InputTopic.REQUESTS, InputTopic.REWARDS));
        boolean onDisk =
                !env.getConfiguration().get(StateBackendOptions.STATE_BACKEND).equals("hashmap");
        DataStream<InputRecord> events = TopicStreams.read(
                env,
                config.kafka(),
                "requests and rewards",
                List.of(InputTopic.REQUESTS, InputTopic.REWARDS),
                readers,
                config.disorder());
        DataStream<InputRecord> definitions = TopicStreams.read(
                env, config.kafka(), "definitions", List.of(InputTopic.DEFINITIONS), 1, config.disorder());
        bandits(between.apply(events), definitions, config.rules(), onDisk, parallelism)
                .sinkTo(TopicStreams.sink(config.kafka()))
                .setParallelism(parallelism)
                .name("decisions to Kafka")
                .uid("decisions to Kafka");
        if (config.tick().isPresent()) {
            Ticks.add(env, config.kafka(), config.tick().get());
        }
    }

    private static DataStream<OutputRecord> bandits(
            DataStream<InputRecord> events,
            DataStream<InputRecord> definitions,
            StreamRules rules,
            boolean onDisk,
            int parallelism) {
        return events.keyBy(InputRecord::key)
                .connect(definitions.broadcast(BanditFunction.DEFINITIONS))
                .process(new BanditFunction(rules, onDisk))
                .returns(StreamTypes.OUTPUT)
                .setParallelism(parallelism)
                .name("bandits")
                .uid("bandits");
    }

    /** Applies what the configuration of the job says, and defaults where Flink's configuration says nothing. */
    private static void configure(StreamExecutionEnvironment env, JobConfig config) {
        if (env.getMaxParallelism() <= 0) {
            env.setMaxParallelism(KEY_GROUPS);
        }
        if (config.checkpointEvery().isPresent() || !env.getCheckpointConfig().isCheckpointingEnabled()) {
            env.enableCheckpointing(
                    config.checkpointEvery().orElse(CHECKPOINT_EVERY).toMillis());
        }
        Configuration settings = new Configuration();
        ReadableConfig given = env.getConfiguration();
        if (given.getOptional(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER).isEmpty()) {
            settings.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, TOLERATED_CHECKPOINTS);
        }
        if (given.getOptional(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION)
                .isEmpty()) {
            settings.set(
                    CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                    ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        }
        Optional<String> folder = config.checkpoints();
        folder.ifPresent(uri -> settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, uri));
        folder.ifPresent(uri -> settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem"));
        env.configure(settings);
    }
}
