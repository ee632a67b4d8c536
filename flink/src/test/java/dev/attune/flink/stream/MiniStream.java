package dev.attune.flink.stream;

import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamFoldTest;
import dev.attune.kafka.wire.InputTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** The operator on a small cluster in this process, fed from lists. */
final class MiniStream {
    private static final int MOST = 1_000_000;

    private MiniStream() {}

    /** All that comes out of records, each list of which has rising times. */
    static List<OutputRecord> run(int parallelism, @Nullable Path savepoint, List<List<InputRecord>> inputs)
            throws Exception {
        return run(parallelism, savepoint, inputs, "hashmap", new BanditFunction(StreamFoldTest.RULES, false));
    }

    /** The same with a state backend of Flink and an operator. */
    static List<OutputRecord> run(
            int parallelism,
            @Nullable Path savepoint,
            List<List<InputRecord>> inputs,
            String backend,
            BanditFunction operator)
            throws Exception {
        return run(parallelism, savepoint, inputs, backend, operator, configuration());
    }

    /** The same with a configuration. */
    static List<OutputRecord> run(
            int parallelism,
            @Nullable Path savepoint,
            List<List<InputRecord>> inputs,
            String backend,
            BanditFunction operator,
            Configuration configuration)
            throws Exception {
        configuration.set(StateBackendOptions.STATE_BACKEND, backend);
        configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true); // where the backend can
        if (savepoint != null) {
            configuration.set(
                    StateRecoveryOptions.SAVEPOINT_PATH, savepoint.toUri().toString());
            configuration.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        env.getConfig().setAutoWatermarkInterval(1);
        env.enableCheckpointing(Duration.ofMillis(50).toMillis());
        DataStream<InputRecord> all = null;
        for (List<InputRecord> input : inputs) {
            DataStream<InputRecord> one = env.fromData(input, StreamTypes.INPUT)
                    .assignTimestampsAndWatermarks(watermarks())
                    .setParallelism(1);
            all = all == null ? one : all.union(one);
        }
        if (all == null) {
            throw new IllegalArgumentException("there are no inputs");
        }
        return bandits(all, operator).executeAndCollect(MOST);
    }

    /** Without Kryo and Java serialization. */
    static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        return configuration;
    }

    /** Puts the operator behind a stream of records from all topics; definitions stay in their order, as those of a partition do. */
    static DataStream<OutputRecord> bandits(DataStream<InputRecord> all, BanditFunction operator) {
        BroadcastStream<InputRecord> definitions = all.filter(record -> record.topic() == InputTopic.DEFINITIONS)
                .setParallelism(1)
                .broadcast(BanditFunction.DEFINITIONS);
        return all.filter(record -> record.topic() != InputTopic.DEFINITIONS)
                .keyBy(InputRecord::key, Types.STRING)
                .connect(definitions)
                .process(operator, StreamTypes.OUTPUT)
                .uid("bandits");
    }

    static WatermarkStrategy<InputRecord> watermarks() {
        return WatermarkStrategy.<InputRecord>forGenerator(context -> new EveryRecord())
                .withTimestampAssigner((record, before) -> record.time());
    }

    /** The time of each record, less a moment: others of the same time may follow. */
    private static final class EveryRecord implements WatermarkGenerator<InputRecord> {
        @Override
        public void onEvent(InputRecord record, long time, WatermarkOutput output) {
            output.emitWatermark(new Watermark(time - 1));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }
}
