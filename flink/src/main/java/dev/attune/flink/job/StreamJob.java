package dev.attune.flink.job;

import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.BanditFunction;
import dev.attune.flink.stream.Origin;
import dev.attune.flink.stream.Outgoing;
import dev.attune.flink.stream.StreamRules;
import dev.attune.flink.stream.StreamTypes;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job: requests and rewards go to their bandits, which live in keyed state, and what they decide goes out.
 *
 * <pre>
 *   requests, rewards -> time -> by bandit -> bandits -> decisions, dead letters, metrics, models
 *   definitions       -> time -> to all    ----^
 * </pre>
 */
public final class StreamJob {
    /** Groups that keys are spread over, for good: a savepoint cannot go to more subtasks. */
    private static final int KEY_GROUPS = 1_024;

    /** Checkpoints in a row that may fail before the job begins again from the last good one. */
    private static final int TOLERATED_CHECKPOINTS = 3;

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
                            "'" + option + "' is not known; say --config FILE and --bootstrap HOST:PORT");
            }
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        build(env, JobConfigReader.read(config == null ? null : Path.of(config), bootstrap));
        env.execute("attune");
    }

    /**
     * Puts the job together.
     *
     * @throws IllegalArgumentException if the broker does not answer or lacks a topic
     */
    public static void build(StreamExecutionEnvironment env, JobConfig config) throws InterruptedException {
        build(env, config, records -> records);
    }

    /** The same with something between the clock and the bandits. */
    static void build(StreamExecutionEnvironment env, JobConfig config, UnaryOperator<DataStream<Arrived>> between)
            throws InterruptedException {
        configure(env, config);
        int readers = Math.min(config.parallelism(), config.kafka().mostReaders(Origin.REQUESTS, Origin.REWARDS));
        DataStream<Arrived> events = config.kafka()
                .read(
                        env,
                        "requests and rewards",
                        List.of(Origin.REQUESTS, Origin.REWARDS),
                        readers,
                        config.disorder());
        DataStream<Arrived> definitions =
                config.kafka().read(env, "definitions", List.of(Origin.DEFINITIONS), 1, config.disorder());
        bandits(between.apply(events), definitions, config.rules(), config.parallelism())
                .sinkTo(config.kafka().sink())
                .setParallelism(config.parallelism())
                .name("decisions to Kafka")
                .uid("decisions to Kafka");
        if (config.tick().isPresent()) {
            config.kafka().tick(env, config.tick().get());
        }
    }

    private static DataStream<Outgoing> bandits(
            DataStream<Arrived> events, DataStream<Arrived> definitions, StreamRules rules, int parallelism) {
        return events.keyBy(Arrived::key)
                .connect(definitions.broadcast(BanditFunction.DEFINITIONS))
                .process(new BanditFunction(rules))
                .returns(StreamTypes.OUTGOING)
                .setParallelism(parallelism)
                .name("bandits")
                .uid("bandits");
    }

    private static void configure(StreamExecutionEnvironment env, JobConfig config) {
        env.getConfig().setMaxParallelism(KEY_GROUPS);
        env.enableCheckpointing(config.checkpointEvery().toMillis());
        Configuration settings = new Configuration();
        settings.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, TOLERATED_CHECKPOINTS);
        settings.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        Optional<String> folder = config.checkpoints();
        folder.ifPresent(uri -> settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, uri));
        folder.ifPresent(uri -> settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem"));
        env.configure(settings);
    }
}
