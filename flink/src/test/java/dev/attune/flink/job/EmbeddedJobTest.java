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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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

    private static void play(KafkaConnection kafka, int rounds) throws Exception {
        var environment = EnvironmentCatalog.environment("simulation-logistic").make(Map.of());
        try (StreamPlayer player = StreamPlayer.open(kafka, "made", "LinUCB", environment, 1)) {
            player.play(rounds, 1_000, 1, tally -> {});
        }
    }
}
