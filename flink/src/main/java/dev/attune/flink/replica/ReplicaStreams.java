package dev.attune.flink.replica;

import dev.attune.flink.kafka.KafkaConnection;
import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.BanditFunction;
import dev.attune.flink.stream.Outgoing;
import dev.attune.flink.stream.Replicas;
import dev.attune.flink.stream.StreamRules;
import dev.attune.flink.stream.StreamTypes;
import dev.attune.flink.wire.BanditKey;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * What a job with replicas has more than one without. The way from the merger back to the replicas is the topic of models, because Flink has
 * no loops.
 *
 * <pre>
 *   requests, rewards ---------> by replica -> replicas -> what they gathered -> by bandit -> mergers -> models
 *   definitions, models -> to all ----^                      definitions -> to all -^
 * </pre>
 */
public final class ReplicaStreams {
    private ReplicaStreams() {}

    /**
     * Bandits of which some have replicas, and those who merge them.
     *
     * @param rules with replicas
     */
    public static DataStream<Outgoing> bandits(
            StreamExecutionEnvironment env,
            KafkaConnection kafka,
            DataStream<Arrived> events,
            DataStream<Arrived> definitions,
            StreamRules rules,
            int parallelism) {
        Replicas replicas = rules.replicas();
        DataStream<Arrived> models = kafka.readModels(env)
                .filter(model -> replicas.has(BanditKey.name(model.key())))
                .setParallelism(1);
        BroadcastStream<Arrived> toReplicas =
                definitions.union(models).broadcast(BanditFunction.DEFINITIONS, BanditFunction.MODELS);
        SingleOutputStreamOperator<Outgoing> told = events.keyBy(new ReplicaRouter(replicas), Types.STRING)
                .connect(toReplicas)
                .process(new BanditFunction(rules))
                .returns(StreamTypes.OUTGOING)
                .setParallelism(parallelism)
                .name("bandits")
                .uid("bandits");
        DataStream<Outgoing> merged = told.getSideOutput(BanditFunction.INCREMENTS)
                .keyBy(Arrived::key, Types.STRING)
                .connect(definitions
                        .filter(record ->
                                replicas.has(record.key()) || record.key().equals(BanditKey.TICK))
                        .setParallelism(1)
                        .broadcast(BanditFunction.DEFINITIONS))
                .process(BanditFunction.merging(rules))
                .returns(StreamTypes.OUTGOING)
                .setParallelism(parallelism)
                .name("mergers")
                .uid("mergers");
        return told.union(merged);
    }
}
