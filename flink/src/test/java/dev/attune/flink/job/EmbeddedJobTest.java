package dev.attune.flink.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.LocalBroker;
import dev.attune.kafka.wire.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The job as people try it out: its own topics, the broker's times, ticks of its own. */
@Tag("broker")
class EmbeddedJobTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    @Timeout(600)
    void reportsFailedCheckpointsAndRestartsAndEndsAfterABoundedNumber() throws Exception {
        try (LocalBroker broker = LocalBroker.start(folder.resolve("broker"), 0)) {
            KafkaConnection kafka = new KafkaConnection(broker.bootstrap(), Topics.of("f-"), "f", Map.of());
            JobConfig config = JobConfigReader.read(
                    "job.yaml",
                    "{topics: {prefix: f-}, group: f, parallelism: 1, checkpoints: {every: 200ms}, tick: off}",
                    broker.bootstrap());
            kafka.createTopics(1);
            Configuration flink = new Configuration();
            flink.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, 2);
            flink.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, Duration.ofSeconds(1));
            Path checkpoints = folder.resolve("job");
            List<String> lines = new CopyOnWriteArrayList<>();
            EmbeddedJob job = EmbeddedJob.start(config, checkpoints, flink, lines::add);
            while (LastCheckpoint.in(checkpoints).isEmpty()) {
                Thread.sleep(50);
            }
            destroy(checkpoints); // as if the disk were gone

            assertThatThrownBy(job::await)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("the job has failed and is not restarted: ");
            assertThat(lines).anyMatch(line -> line.matches("checkpoint \\d+ failed: .+"));
            assertThat(lines).anyMatch(line -> line.startsWith("restart 1 of the job, from its last checkpoint: "));
            assertThat(lines).anyMatch(line -> line.startsWith("restart 2 of the job"));
            assertThat(lines).noneMatch(line -> line.startsWith("restart 3 of the job"));
        }
    }

    /** Puts a file in the place of each folder of checkpoints. */
    private static void destroy(Path folder) throws IOException {
        try (Stream<Path> jobs = Files.list(folder)) {
            for (Path one : jobs.filter(Files::isDirectory).toList()) {
                Files.move(one, folder.resolveSibling("gone-" + one.getFileName()));
                Files.createFile(one);
            }
        }
    }

    @Test
    @Timeout(600)
    void goesOnWhenATopicGrows() throws Exception {
        try (LocalBroker broker = LocalBroker.start(folder.resolve("broker"), 0)) {
            KafkaConnection kafka = new KafkaConnection(broker.bootstrap(), Topics.of("g-"), "g", Map.of());
            JobConfig config = JobConfigReader.read(
                    "job.yaml",
                    "{topics: {prefix: g-}, group: g, parallelism: 2, checkpoints: {every: 500ms}, tick: 100ms}",
                    broker.bootstrap());
            kafka.createTopics(2);
            try (EmbeddedJob job = EmbeddedJob.start(config, folder.resolve("job"), line -> {});
                    Admin admin = kafka.admin()) {
                askAll(kafka, "first-");
                admin.createPartitions(Map.of(
                                kafka.topics().requests(), NewPartitions.increaseTo(4),
                                kafka.topics().rewards(), NewPartitions.increaseTo(4)))
                        .all()
                        .get();
                // Requests go on to one of the new partitions; the other one stays idle but for ticks.
                try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
                    for (int i = 0; decided(kafka).stream().noneMatch(id -> id.startsWith("new-")); i++) {
                        ask(producer, kafka, 3, "new-" + i);
                        Thread.sleep(100);
                    }
                }
                askAll(kafka, "last-");
                assertThat(job.resumed()).isEmpty();
            }
        }
    }

    /** Sends a hundred requests to the first partitions, and waits for their decisions. */
    private static void askAll(KafkaConnection kafka, String prefix) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
            String definition = "{\"version\":1,\"define\":{\"policy\":\"LinUCB\",\"window\":\"1s\"}}";
            send(producer, kafka.topics().definitions(), 0, definition);
            for (int i = 0; i < 100; i++) {
                ask(producer, kafka, i % 2, prefix + i);
            }
        }
        while (decided(kafka).stream().filter(id -> id.startsWith(prefix)).count() < 100) {
            Thread.sleep(100);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(KafkaConnection kafka) {
        return new KafkaProducer<>(kafka.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static void ask(KafkaProducer<byte[], byte[]> producer, KafkaConnection kafka, int partition, String id)
            throws Exception {
        String request = "{\"version\":1,\"decide\":{\"id\":\"" + id
                + "\",\"arms\":[{\"id\":\"0\",\"features\":{\"x\":[1,0]}}]}}";
        send(producer, kafka.topics().requests(), partition, request);
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, int partition, String value)
            throws Exception {
        byte[] key = "made".getBytes(StandardCharsets.UTF_8);
        producer.send(new ProducerRecord<>(topic, partition, key, value.getBytes(StandardCharsets.UTF_8)))
                .get();
    }

    private static List<String> decided(KafkaConnection kafka) throws Exception {
        List<String> requests = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record :
                TestTopics.read(kafka, kafka.topics().decisions())) {
            requests.add(JSON.readTree(record.value()).path("request").asText());
        }
        return requests;
    }
}
