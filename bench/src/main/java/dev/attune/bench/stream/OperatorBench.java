package dev.attune.bench.stream;

import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamRules;
import dev.attune.flink.stream.BanditFunction;
import dev.attune.flink.stream.StreamTypes;
import dev.attune.kafka.wire.InputTopic;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** The operator that holds the bandits, in a job with made-up records before it and nothing behind it. */
final class OperatorBench {
    private OperatorBench() {}

    /** A job of one subtask, whose meter counts decisions. */
    static void build(StreamExecutionEnvironment env, GeneratedRecords records, long count, Meter meter) {
        env.setParallelism(1);
        WatermarkStrategy<InputRecord> times = WatermarkStrategy.<InputRecord>forMonotonousTimestamps()
                .withTimestampAssigner((record, before) -> record.time());
        DataStream<InputRecord> made =
                env.fromSource(new DataGeneratorSource<>(records, count, StreamTypes.INPUT), times, "made records");
        InputRecord definition = new InputRecord(
                InputTopic.DEFINITIONS, GeneratedRecords.BANDIT, 0, 0, GeneratedRecords.BEGIN, records.definition());
        DataStream<OutputRecord> output = made.keyBy(InputRecord::key)
                .connect(env.fromData(StreamTypes.INPUT, definition)
                        .assignTimestampsAndWatermarks(times)
                        .broadcast(BanditFunction.DEFINITIONS))
                .process(new BanditFunction(StreamRules.DEFAULT, false))
                .returns(StreamTypes.OUTPUT);
        output.filter(meter).sinkTo(new DiscardingSink<>());
    }
}
