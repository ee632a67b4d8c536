package dev.attune.flink.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.flink.play.StreamPlayer;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.LocalBroker;
import dev.attune.kafka.TopicSetup;
import dev.attune.kafka.wire.Topics;
import dev.attune.lab.env.EnvironmentCatalog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/** The job as people try it out: its own topics, the broker's times, ticks of its own, a player. */
@Tag("broker")
class EmbeddedJobTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    void decidesWhatAPlayerAsksAndGoesOnWhereItStopped() throws Exception {
        try (LocalBroker broker = LocalBroker.start(folder.resolve("broker"), 0)) {
            KafkaConnection kafka = new KafkaConnection(broker.bootstrap(), Topics.of("e-"), "e", Map.of());
            JobConfig config = JobConfigReader.read(
                    "job.yaml",
                    "{topics: {prefix: e-}, group: e, parallelism: 2, checkpoints: {every: 500ms}, tick: 100ms}",
                    broker.bootstrap());

            assertThatThrownBy(() -> EmbeddedJob.start(config, folder.resolve("job")))
                    .hasMessageContaining("no topic e-")
                    .hasMessageContaining("--create-topics");
            try (Admin admin = kafka.admin()) {
                assertThat(TopicSetup.create(admin, kafka.topics(), 2)).hasSize(7);
                assertThat(TopicSetup.create(admin, kafka.topics(), 2)).isEmpty();
            }

            EmbeddedJob first = EmbeddedJob.start(config, folder.resolve("job"));
            assertThat(first.resumed()).isEmpty();
            play(kafka, 300);
            first.close();

            EmbeddedJob second = EmbeddedJob.start(config, folder.resolve("job"));
            assertThat(second.resumed()).isPresent();
            play(kafka, 200);
            second.close();

            List<String> ids = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record :
                    TestTopics.read(kafka, kafka.topics().decisions())) {
                JsonNode answer = JSON.readTree(record.value()).get("answer");
                ids.add(answer.get("decision").asText());
            }
            assertThat(ids).hasSize(500).endsWith("made:500").doesNotHaveDuplicates();
        }
    }

    @Test
    @Timeout(300)
    void goesOnWhenATopicGrows() throws Exception {
        try (LocalBroker broker = LocalBroker.start(folder.resolve("broker"), 0)) {
            KafkaConnection kafka = new KafkaConnection(broker.bootstrap(), Topics.of("g-"), "g", Map.of());
            JobConfig config = JobConfigReader.read(
                    "job.yaml",
                    "{topics: {prefix: g-}, group: g, parallelism: 2, checkpoints: {every: 500ms}, tick: 100ms}",
                    broker.bootstrap());
            kafka.createTopics(2);
            try (EmbeddedJob job = EmbeddedJob.start(config, folder.resolve("job"));
                    Admin admin = kafka.admin()) {
                play(kafka, 100);
                admin.createPartitions(Map.of(
                                kafka.topics().requests(), NewPartitions.increaseTo(4),
                                kafka.topics().rewards(), NewPartitions.increaseTo(4)))
                        .all()
                        .get();
                // Requests go on to one of the new partitions; the other one stays idle but for ticks.
                try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        kafka.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
                    for (int i = 0; decided(kafka).stream().noneMatch(id -> id.startsWith("new-")); i++) {
                        String request = "{\"version\":1,\"decide\":{\"id\":\"new-" + i
                                + "\",\"arms\":[{\"id\":\"0\",\"features\":{\"x\":[1,0]}}]}}";
                        producer.send(new ProducerRecord<>(
                                        kafka.topics().requests(),
                                        3,
                                        "made".getBytes(StandardCharsets.UTF_8),
                                        request.getBytes(StandardCharsets.UTF_8)))
                                .get();
                        Thread.sleep(100);
                    }
                }
                play(kafka, 100);
                assertThat(job.resumed()).isEmpty();
            }
        }
    }

    private static List<String> decided(KafkaConnection kafka) throws Exception {
        List<String> requests = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record :
                TestTopics.read(kafka, kafka.topics().decisions())) {
            requests.add(JSON.readTree(record.value()).path("request").asText());
        }
        return requests;
    }

    private static void play(KafkaConnection kafka, int rounds) throws Exception {
        var environment = EnvironmentCatalog.environment("simulation-logistic").make(Map.of());
        try (StreamPlayer player = StreamPlayer.open(kafka, "made", "LinUCB", environment, 1)) {
            player.play(rounds, 1_000, 1, tally -> {});
        }
    }
}
