package dev.attune.flink.stream;

import dev.attune.flink.fold.InputRecord;
import dev.attune.kafka.wire.BanditKey;
import dev.attune.kafka.wire.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Regular ticks to each partition of the input topics, so that time advances where no records arrive. With the machine's clock instead, decisions
 * would depend on when the job was running; a tick is in the log, and another reader of the log sees it too.
 */
public final class Ticks {
    private static final byte[] KEY = BanditKey.TICK.getBytes(StandardCharsets.UTF_8);
    private static final byte[] VALUE = RecordCodec.tick();

    private Ticks() {}

    static boolean isTick(InputRecord record) {
        return record.key().equals(BanditKey.TICK);
    }

    /** Returns a tick for a partition, at the time of its arrival. */
    public static ProducerRecord<byte[], byte[]> record(String topic, int partition) {
        return new ProducerRecord<>(topic, partition, KEY, VALUE);
    }

    /** Returns a tick for a partition, at a given time. */
    public static ProducerRecord<byte[], byte[]> record(String topic, int partition, long time) {
        return new ProducerRecord<>(topic, partition, time, KEY, VALUE);
    }

    /**
     * Adds a source of ticks to a job.
     *
     * @param partitions number of partitions of each topic
     */
    public static void add(
            StreamExecutionEnvironment env, Map<String, Integer> partitions, Duration every, Properties properties) {
        TreeMap<String, Integer> topics = new TreeMap<>(partitions);
        KafkaSink<Tuple2<String, Integer>> sink = KafkaSink.<Tuple2<String, Integer>>builder()
                .setKafkaProducerConfig(properties)
                .setDeliveryGuarantee(DeliveryGuarantee.NONE) // another one follows soon
                .setRecordSerializer(new Writer())
                .build();
        DataGeneratorSource<Long> clock = new DataGeneratorSource<>(
                count -> count, Long.MAX_VALUE, RateLimiterStrategy.perSecond(1e3 / every.toMillis()), Types.LONG);
        env.fromSource(clock, WatermarkStrategy.noWatermarks(), "ticks")
                .setParallelism(1)
                .uid("ticks")
                .<Tuple2<String, Integer>>flatMap((count, out) -> topics.forEach((topic, n) -> {
                    for (int partition = 0; partition < n; partition++) {
                        out.collect(Tuple2.of(topic, partition));
                    }
                }))
                .returns(Types.TUPLE(Types.STRING, Types.INT))
                .setParallelism(1)
                .uid("tick each partition")
                .sinkTo(sink)
                .setParallelism(1)
                .name("ticks to Kafka")
                .uid("ticks to Kafka");
    }

    private static final class Writer implements KafkaRecordSerializationSchema<Tuple2<String, Integer>> {
        private static final long serialVersionUID = 1L;

        @Override
        public ProducerRecord<byte[], byte[]> serialize(
                Tuple2<String, Integer> partition, KafkaSinkContext context, @Nullable Long timestamp) {
            return record(partition.f0, partition.f1);
        }
    }
}
