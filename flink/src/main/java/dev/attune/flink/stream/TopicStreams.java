package dev.attune.flink.stream;

import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.TopicSetup;
import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.OutputTopic;
import dev.attune.kafka.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** The topics of a job as Flink streams: a source with times in the order of partitions, and a sink that writes exactly once. */
public final class TopicStreams {
    /** The largest value that brokers accept by default. Records that are uncommitted when the job fails are lost after it. */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(15);

    /** How far partitions may run ahead of the slowest one while a backlog is read; limits the records that wait in state. */
    private static final Duration DRIFT = Duration.ofSeconds(1);

    /**
     * Time between two searches for new partitions, by sources and by ticks. A new partition holds back the watermark until its first tick, so for at
     * most this time and one tick.
     */
    static final Duration DISCOVERY = Duration.ofSeconds(2);

    /** Time between two permissions to read that much further: a backlog is read at most 40 times as fast as it was written. */
    private static final Duration DRIFT_CHECK = Duration.ofMillis(25);

    /** Time between watermarks. A checkpoint waits while the records of one watermark are processed. */
    private static final Duration WATERMARKS = Duration.ofMillis(50);

    private TopicStreams() {}

    /**
     * Reads topics.
     *
     * @param parallelism at most the number of partitions of each topic: a reader without any would hold back the watermark
     * @param disorder by how much times may go back within a partition
     */
    public static DataStream<InputRecord> read(
            StreamExecutionEnvironment env,
            KafkaConnection kafka,
            String name,
            List<InputTopic> topics,
            int parallelism,
            Duration disorder) {
        Properties consumer = kafka.clientProperties();
        consumer.putIfAbsent(
                KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(), Long.toString(DISCOVERY.toMillis()));
        KafkaSource<InputRecord> source = KafkaSource.<InputRecord>builder()
                .setProperties(consumer)
                .setBootstrapServers(kafka.bootstrap())
                .setGroupId(kafka.group())
                .setTopics(topics.stream().map(kafka.topics()::of).toList())
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")
                .setDeserializer(new Reader(kafka.topics()))
                .build();
        env.getConfig().setAutoWatermarkInterval(WATERMARKS.toMillis());
        WatermarkStrategy<InputRecord> times = WatermarkStrategy.<InputRecord>forBoundedOutOfOrderness(disorder)
                .withWatermarkAlignment(name, DRIFT, DRIFT_CHECK);
        return env.fromSource(source, times, name)
                .setParallelism(parallelism)
                .uid(name)
                .process(new PartitionClock(disorder.toMillis()))
                .returns(StreamTypes.INPUT)
                .setParallelism(parallelism)
                .name("time of " + name)
                .uid("time of " + name);
    }

    /** Returns a sink. Its records are visible to readers of committed records when the next checkpoint is complete. */
    public static KafkaSink<OutputRecord> sink(KafkaConnection kafka) {
        Properties producer = kafka.clientProperties();
        producer.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Long.toString(TRANSACTION_TIMEOUT.toMillis()));
        producer.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(TopicSetup.LARGEST_RECORD));
        return KafkaSink.<OutputRecord>builder()
                .setKafkaProducerConfig(producer)
                .setBootstrapServers(kafka.bootstrap())
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(kafka.group())
                // Asks the broker for transactions that a failed attempt left open. The other strategy guesses their
                // names, and an open transaction that it misses hides all later decisions until it times out.
                .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
                .setRecordSerializer(new Writer(kafka.topics()))
                .build();
    }

    /** Reads records without parsing them; the operator that holds their bandit does that. */
    private static final class Reader implements KafkaRecordDeserializationSchema<InputRecord> {
        private static final long serialVersionUID = 1L;

        private final Topics topics;

        Reader(Topics topics) {
            this.topics = topics;
        }

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<InputRecord> out) {
            byte[] key = record.key();
            out.collect(new InputRecord(
                    topics.input(record.topic()),
                    key == null ? "" : new String(key, StandardCharsets.UTF_8),
                    record.partition(),
                    record.offset(),
                    record.timestamp(),
                    record.value()));
        }

        @Override
        public TypeInformation<InputRecord> getProducedType() {
            return StreamTypes.INPUT;
        }
    }

    /** Writes records to their topics, with the time of the event that they report. */
    private static final class Writer
            implements KafkaRecordSerializationSchema<OutputRecord>, KafkaDatasetFacetProvider {
        private static final long serialVersionUID = 1L;
        private static final byte[] VERSION = {'1'};

        private final Topics topics;

        Writer(Topics topics) {
            this.topics = topics;
        }

        @Override
        public ProducerRecord<byte[], byte[]> serialize(
                OutputRecord record, KafkaSinkContext context, @Nullable Long timestamp) {
            ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(
                    topics.of(record.topic()),
                    null,
                    record.time(),
                    record.key().getBytes(StandardCharsets.UTF_8),
                    record.value());
            if (record.topic() == OutputTopic.MODELS) { // the others have a field with their version
                sent.headers().add("attune-version", VERSION);
            }
            return sent;
        }

        /** Returns the topics that may have open transactions. */
        @Override
        public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
            return Optional.of(new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(
                    Arrays.stream(OutputTopic.values()).map(topics::of).toList())));
        }
    }
}
