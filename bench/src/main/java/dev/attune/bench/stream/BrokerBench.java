package dev.attune.bench.stream;

import dev.attune.flink.job.EmbeddedJob;
import dev.attune.flink.job.JobConfig;
import dev.attune.flink.job.JobConfigReader;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.LocalBroker;
import dev.attune.kafka.TopicSetup;
import dev.attune.kafka.wire.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The whole job between topics: broker, job and who counts decisions share one process. Requests and rewards lie in their topics before it starts. */
final class BrokerBench {
    private static final String BENCH_GROUP = "bench";
    private static final String JOB = "{topics: {prefix: bench-}, group: bench}";
    private static final int PARTITIONS = 4;
    private static final Duration POLL = Duration.ofMillis(100);

    private BrokerBench() {}

    /** Decisions a second, from the start of the job until the last one can be read. */
    static double run(Path folder, int bandits, long decisions) throws IOException, InterruptedException {
        try (LocalBroker broker = LocalBroker.start(folder.resolve("kafka"), 0)) {
            KafkaConnection kafka = new KafkaConnection(broker.bootstrap(), Topics.of("bench-"), BENCH_GROUP, Map.of());
            try (Admin admin = kafka.admin()) {
                TopicSetup.create(admin, kafka.topics(), PARTITIONS);
            }
            fill(kafka, new GeneratedRecords(GeneratedRecords.Kind.CATALOGUE, bandits, Long.MAX_VALUE), decisions);
            JobConfig config = JobConfigReader.read("the benchmark", JOB, broker.bootstrap());
            long began = System.nanoTime();
            EmbeddedJob job = EmbeddedJob.start(config, folder.resolve("job"), line -> {});
            try {
                awaitDecisions(kafka, decisions);
                return decisions / ((System.nanoTime() - began) * 1e-9);
            } finally {
                job.close();
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what is lost shows as a decision that never comes
    private static void fill(KafkaConnection kafka, GeneratedRecords records, long decisions) {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(kafka.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                    kafka.topics().definitions(), bytes(GeneratedRecords.BANDIT), records.definition()));
            producer.flush(); // before the first request, also by the broker's clock
            for (long round = 0; round < decisions; round++) {
                byte[] key = bytes(records.key(round));
                producer.send(new ProducerRecord<>(kafka.topics().requests(), key, records.request(round)));
                producer.send(new ProducerRecord<>(kafka.topics().rewards(), key, records.reward(round)));
            }
        }
    }

    private static void awaitDecisions(KafkaConnection kafka, long decisions) {
        Properties properties = kafka.clientProperties();
        properties.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer
                    .partitionsFor(kafka.topics().decisions())
                    .stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            for (long count = 0; count < decisions; ) {
                count += consumer.poll(POLL).count();
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
