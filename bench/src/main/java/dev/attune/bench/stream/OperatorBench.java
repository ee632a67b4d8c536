package dev.attune.bench.stream;

import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.BanditFunction;
import dev.attune.flink.stream.Origin;
import dev.attune.flink.stream.Outgoing;
import dev.attune.flink.stream.StreamRules;
import dev.attune.flink.stream.StreamTypes;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** The operator that holds the bandits, in a job with made-up records before it and nothing behind it. */
final class OperatorBench {
    private OperatorBench() {}

    /** A job of one subtask, whose meter counts decisions. */
    static void build(StreamExecutionEnvironment env, MadeRecords records, long count, Meter meter) {
        env.setParallelism(1);
        WatermarkStrategy<Arrived> times = WatermarkStrategy.<Arrived>forMonotonousTimestamps()
                .withTimestampAssigner((record, before) -> record.time());
        DataStream<Arrived> made =
                env.fromSource(new DataGeneratorSource<>(records, count, StreamTypes.ARRIVED), times, "made records");
        Arrived definition =
                new Arrived(Origin.DEFINITIONS, MadeRecords.BANDIT, 0, 0, MadeRecords.BEGIN, records.definition());
        DataStream<Outgoing> told = made.keyBy(Arrived::key)
                .connect(env.fromData(StreamTypes.ARRIVED, definition)
                        .assignTimestampsAndWatermarks(times)
                        .broadcast(BanditFunction.DEFINITIONS))
                .process(new BanditFunction(StreamRules.DEFAULT))
                .returns(StreamTypes.OUTGOING);
        told.filter(meter).sinkTo(new DiscardingSink<>());
    }
}
