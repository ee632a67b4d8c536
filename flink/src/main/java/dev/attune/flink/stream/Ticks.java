package dev.attune.flink.stream;

import dev.attune.flink.fold.InputRecord;
import dev.attune.kafka.JobPresence;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.TopicSetup;
import dev.attune.kafka.wire.BanditKey;
import dev.attune.kafka.wire.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Regular ticks to each partition of the input topics, so that time advances where no records arrive. With the machine's clock instead, decisions
 * would depend on when the job was running; a tick is in the log, and another reader of the log sees it too.
 */
public final class Ticks {
    private static final Logger LOG = LoggerFactory.getLogger(Ticks.class);
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

    /** Adds a source of ticks to a job. Partitions that are added to a topic get ticks as soon as they are found. */
    public static void add(StreamExecutionEnvironment env, KafkaConnection kafka, Duration every) {
        Properties properties = kafka.clientProperties();
        KafkaSink<Tuple2<String, Integer>> sink = KafkaSink.<Tuple2<String, Integer>>builder()
                .setKafkaProducerConfig(properties)
                .setDeliveryGuarantee(DeliveryGuarantee.NONE) // another one follows soon
                .setRecordSerializer(new Writer(kafka.group()))
                .build();
        DataGeneratorSource<Long> clock = new DataGeneratorSource<>(
                count -> count, Long.MAX_VALUE, RateLimiterStrategy.perSecond(1e3 / every.toMillis()), Types.LONG);
        env.fromSource(clock, WatermarkStrategy.noWatermarks(), "ticks")
                .setParallelism(1)
                .uid("ticks")
                .flatMap(new EachPartition(kafka.topics().inputs(), properties))
                .returns(Types.TUPLE(Types.STRING, Types.INT))
                .setParallelism(1)
                .uid("tick each partition")
                .sinkTo(sink)
                .setParallelism(1)
                .name("ticks to Kafka")
                .uid("ticks to Kafka");
    }

    /**
     * Emits the partitions of topics, each time it is called. Describes the topics again in the background; new partitions are emitted when they have
     * logs.
     */
    private static final class EachPartition extends RichFlatMapFunction<Long, Tuple2<String, Integer>> {
        private static final long serialVersionUID = 1L;

        private final ArrayList<String> topics;
        private final Properties properties;
        private transient Admin admin;
        private transient Map<String, TopicDescription> known;
        private transient @Nullable KafkaFuture<Map<String, TopicDescription>> asked;
        private transient @Nullable Map<String, TopicDescription>
                found; // with new partitions, which may have no logs yet
        private transient @Nullable KafkaFuture<?> ready; // done when they have
        private transient long askedAt;

        EachPartition(List<String> topics, Properties properties) {
            this.topics = new ArrayList<>(topics);
            this.properties = properties;
        }

        @Override
        public void open(OpenContext context) throws Exception {
            admin = Admin.create(properties);
            known = admin.describeTopics(topics).allTopicNames().get();
            TopicSetup.ready(admin, known).get();
            askedAt = System.nanoTime();
        }

        @Override
        public void flatMap(Long count, Collector<Tuple2<String, Integer>> out) throws InterruptedException {
            discover();
            known.forEach((topic, description) -> description
                    .partitions()
                    .forEach(partition -> out.collect(Tuple2.of(topic, partition.partition()))));
        }

        private void discover() throws InterruptedException {
            try {
                if (ready != null) {
                    if (ready.isDone()) {
                        grown(ready, Objects.requireNonNull(found));
                    }
                } else if (asked == null) {
                    if (System.nanoTime() - askedAt >= TopicStreams.DISCOVERY.toNanos()) {
                        asked = admin.describeTopics(topics).allTopicNames();
                        askedAt = System.nanoTime();
                    }
                } else if (asked.isDone()) {
                    KafkaFuture<Map<String, TopicDescription>> answer = asked;
                    asked = null;
                    Map<String, TopicDescription> now = answer.get();
                    if (partitions(now) != partitions(known)) {
                        found = now;
                        ready = TopicSetup.ready(admin, now);
                    }
                }
            } catch (ExecutionException e) {
                LOG.warn("the partitions of {} cannot be read; ticks go to those known before", topics, e.getCause());
            }
        }

        private static int partitions(Map<String, TopicDescription> topics) {
            return topics.values().stream()
                    .mapToInt(topic -> topic.partitions().size())
                    .sum();
        }

        private void grown(KafkaFuture<?> logs, Map<String, TopicDescription> now)
                throws ExecutionException, InterruptedException {
            ready = null;
            found = null;
            logs.get();
            now.forEach((topic, description) -> {
                TopicDescription before = known.get(topic);
                int partitions = description.partitions().size();
                if (before != null && before.partitions().size() != partitions) {
                    LOG.info(
                            "topic {} has {} partitions, before {}",
                            topic,
                            partitions,
                            before.partitions().size());
                }
            });
            known = now;
        }

        @Override
        public void close() {
            if (admin != null) {
                admin.close(Duration.ZERO);
            }
        }
    }

    private static final class Writer implements KafkaRecordSerializationSchema<Tuple2<String, Integer>> {
        private static final long serialVersionUID = 1L;

        private final String group;

        Writer(String group) {
            this.group = group;
        }

        @Override
        public ProducerRecord<byte[], byte[]> serialize(
                Tuple2<String, Integer> partition, KafkaSinkContext context, @Nullable Long timestamp) {
            ProducerRecord<byte[], byte[]> tick = record(partition.f0, partition.f1);
            JobPresence.sign(tick, group);
            return tick;
        }
    }
}
