package dev.attune.flink.kafka;

import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.Origin;
import dev.attune.flink.stream.Outgoing;
import dev.attune.flink.stream.StreamTypes;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The ends of a job: records in, with their times and in the order of their partitions, and records out, exactly once.
 *
 * @param bootstrap hosts and ports of brokers, separated by commas
 * @param topics what the topics are called
 * @param group what the job is called towards the broker: consumer group and beginning of transactions' names
 * @param properties of Kafka's clients, such as those of security
 */
public record KafkaConnection(String bootstrap, Topics topics, String group, Map<String, String> properties) {
    /** As long as a broker allows by its defaults: what was written but not committed when the job died is lost after that. */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(15);

    /** How far partitions may run ahead of the slowest one while a backlog is read; bounds what waits in state for its turn. */
    private static final Duration DRIFT = Duration.ofSeconds(30);

    private static final Duration DRIFT_CHECK = Duration.ofMillis(100);

    /** Copies the properties. */
    public KafkaConnection {
        properties = Map.copyOf(properties);
    }

    /** Somebody who looks at topics and makes them. */
    public Admin admin() {
        return Admin.create(clientProperties());
    }

    /** Properties for any client. */
    public Properties clientProperties() {
        Properties all = new Properties();
        all.putAll(properties);
        all.setProperty(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        return all;
    }

    /**
     * Records of some topics.
     *
     * @param parallelism at most the number of partitions of each topic: a reader without any would hold up time
     * @param disorder by how much times may go back within a partition
     */
    public DataStream<Arrived> read(
            StreamExecutionEnvironment env, String name, List<Origin> origins, int parallelism, Duration disorder) {
        KafkaSource<Arrived> source = source(origins);
        WatermarkStrategy<Arrived> times = WatermarkStrategy.<Arrived>forBoundedOutOfOrderness(disorder)
                .withWatermarkAlignment(name, DRIFT, DRIFT_CHECK);
        return env.fromSource(source, times, name)
                .setParallelism(parallelism)
                .uid(name)
                .process(new PartitionClock(disorder.toMillis()))
                .returns(StreamTypes.ARRIVED)
                .setParallelism(parallelism)
                .name("time of " + name)
                .uid("time of " + name);
    }

    private KafkaSource<Arrived> source(List<Origin> origins) {
        return KafkaSource.<Arrived>builder()
                .setProperties(clientProperties())
                .setBootstrapServers(bootstrap)
                .setGroupId(group)
                .setTopics(origins.stream().map(topics::of).toList())
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")
                .setDeserializer(new ArrivedReader(topics))
                .build();
    }

    /** Where records go; they can be read when the checkpoint after them is complete, by whoever reads what is committed only. */
    public KafkaSink<Outgoing> sink() {
        Properties producer = clientProperties();
        producer.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Long.toString(TRANSACTION_TIMEOUT.toMillis()));
        producer.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(TopicSetup.LARGEST_RECORD));
        return KafkaSink.<Outgoing>builder()
                .setKafkaProducerConfig(producer)
                .setBootstrapServers(bootstrap)
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(group)
                // Asks the broker for transactions that a failed attempt left open; the other strategy guesses their
                // names, and one that
                // it misses hides all later decisions until it times out.
                .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
                .setRecordSerializer(new OutgoingWriter(topics))
                .build();
    }

    /** Adds ticks for all input topics to a job. */
    public void tick(StreamExecutionEnvironment env, Duration every) throws InterruptedException {
        Ticks.add(env, partitions(), every, clientProperties());
    }

    /** How many partitions the input topics have. */
    public Map<String, Integer> partitions() throws InterruptedException {
        try (Admin admin = admin()) {
            return TopicSetup.partitions(admin, topics.inputs());
        }
    }

    /** The most readers that all have something to read. */
    public int mostReaders(Origin... origins) throws InterruptedException {
        Map<String, Integer> partitions = partitions();
        return Arrays.stream(origins)
                .mapToInt(origin -> partitions.getOrDefault(topics.of(origin), 1))
                .min()
                .orElse(1);
    }
}
