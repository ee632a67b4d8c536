package dev.attune.flink.stream;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
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
    static List<Outgoing> run(int parallelism, @Nullable Path savepoint, List<List<Arrived>> inputs) throws Exception {
        Configuration configuration = configuration();
        if (savepoint != null) {
            configuration.set(
                    StateRecoveryOptions.SAVEPOINT_PATH, savepoint.toUri().toString());
            configuration.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        env.getConfig().setAutoWatermarkInterval(1);
        env.enableCheckpointing(Duration.ofMillis(50).toMillis());
        DataStream<Arrived> all = null;
        for (List<Arrived> input : inputs) {
            DataStream<Arrived> one = env.fromData(input, StreamTypes.ARRIVED)
                    .assignTimestampsAndWatermarks(watermarks())
                    .setParallelism(1);
            all = all == null ? one : all.union(one);
        }
        if (all == null) {
            throw new IllegalArgumentException("there are no inputs");
        }
        return bandits(all).executeAndCollect(MOST);
    }

    /** Without Kryo and Java serialization. */
    static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        return configuration;
    }

    /** Puts the operator behind a stream of records from all topics; definitions stay in their order, as those of a partition do. */
    static DataStream<Outgoing> bandits(DataStream<Arrived> all) {
        BroadcastStream<Arrived> definitions = all.filter(record -> record.origin() == Origin.DEFINITIONS)
                .setParallelism(1)
                .broadcast(BanditFunction.DEFINITIONS);
        return all.filter(record -> record.origin() != Origin.DEFINITIONS)
                .keyBy(Arrived::key, Types.STRING)
                .connect(definitions)
                .process(new BanditFunction(StreamFoldTest.RULES), StreamTypes.OUTGOING)
                .uid("bandits");
    }

    static WatermarkStrategy<Arrived> watermarks() {
        return WatermarkStrategy.<Arrived>forGenerator(context -> new EveryRecord())
                .withTimestampAssigner((record, before) -> record.time());
    }

    /** The time of each record, less a moment: others of the same time may follow. */
    private static final class EveryRecord implements WatermarkGenerator<Arrived> {
        @Override
        public void onEvent(Arrived record, long time, WatermarkOutput output) {
            output.emitWatermark(new Watermark(time - 1));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }
}
