package dev.attune.flink.job;

import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamRules;
import dev.attune.flink.stream.BanditFunction;
import dev.attune.flink.stream.StreamTypes;
import dev.attune.flink.stream.Ticks;
import dev.attune.flink.stream.TopicStreams;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.wire.InputTopic;
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
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        build(env, JobConfigReader.read(config == null ? null : Path.of(config), bootstrap));
        env.execute("attune");
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
        int readers =
                Math.min(config.parallelism(), config.kafka().mostReaders(InputTopic.REQUESTS, InputTopic.REWARDS));
        DataStream<InputRecord> events = TopicStreams.read(
                env,
                config.kafka(),
                "requests and rewards",
                List.of(InputTopic.REQUESTS, InputTopic.REWARDS),
                readers,
                config.disorder());
        DataStream<InputRecord> definitions = TopicStreams.read(
                env, config.kafka(), "definitions", List.of(InputTopic.DEFINITIONS), 1, config.disorder());
        bandits(between.apply(events), definitions, config.rules(), config.parallelism())
                .sinkTo(TopicStreams.sink(config.kafka()))
                .setParallelism(config.parallelism())
                .name("decisions to Kafka")
                .uid("decisions to Kafka");
        if (config.tick().isPresent()) {
            KafkaConnection kafka = config.kafka();
            Ticks.add(env, kafka.topics().inputs(), config.tick().get(), kafka.clientProperties());
        }
    }

    private static DataStream<OutputRecord> bandits(
            DataStream<InputRecord> events, DataStream<InputRecord> definitions, StreamRules rules, int parallelism) {
        return events.keyBy(InputRecord::key)
                .connect(definitions.broadcast(BanditFunction.DEFINITIONS))
                .process(new BanditFunction(rules))
                .returns(StreamTypes.OUTPUT)
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
