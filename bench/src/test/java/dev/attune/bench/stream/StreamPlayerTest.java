package dev.attune.bench.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.flink.job.EmbeddedJob;
import dev.attune.flink.job.JobConfig;
import dev.attune.flink.job.JobConfigReader;
import dev.attune.flink.verify.StreamVerifier;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.LocalBroker;
import dev.attune.kafka.TopicReader;
import dev.attune.kafka.TopicSetup;
import dev.attune.kafka.wire.Topics;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.EnvironmentCatalog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The job as people try it out: its own topics, the broker's times, ticks of its own, a player. */
@Tag("broker")
class StreamPlayerTest {
    private static final Pattern DECISION = Pattern.compile("\"decision\":\"([^\"]+)\"");

    @TempDir
    Path folder;

    @Test
    @Timeout(600)
    void decidesWhatAPlayerAsksAndGoesOnWhereItStopped() throws Exception {
        try (LocalBroker broker = LocalBroker.start(folder.resolve("broker"), 0)) {
            KafkaConnection kafka = new KafkaConnection(broker.bootstrap(), Topics.of("e-"), "e", Map.of());
            JobConfig config = JobConfigReader.read(
                    "job.yaml",
                    "{topics: {prefix: e-}, group: e, parallelism: 2, checkpoints: {every: 500ms}, tick: 100ms}",
                    broker.bootstrap());

            assertThatThrownBy(() -> EmbeddedJob.start(config, folder.resolve("job"), line -> {}))
                    .hasMessageContaining("no topic e-")
                    .hasMessageContaining("--create-topics");
            try (Admin admin = kafka.admin()) {
                assertThat(TopicSetup.create(admin, kafka.topics(), 2)).hasSize(7);
                assertThat(TopicSetup.create(admin, kafka.topics(), 2)).isEmpty();
            }

            assertThat(config(kafka, kafka.topics().definitions(), "cleanup.policy"))
                    .isEqualTo("compact");
            assertThat(Long.parseLong(config(kafka, kafka.topics().definitions(), "min.compaction.lag.ms")))
                    .as("a request that is still there finds the definition of its time")
                    .isGreaterThanOrEqualTo(
                            Long.parseLong(config(kafka, kafka.topics().requests(), "retention.ms")));

            EmbeddedJob first = EmbeddedJob.start(config, folder.resolve("job"), line -> {});
            assertThat(first.resumed()).isEmpty();
            play(kafka, 300);
            assertThatThrownBy(() -> EmbeddedJob.start(config, folder.resolve("job"), line -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "is in use by process " + ProcessHandle.current().pid());
            assertThatThrownBy(() -> EmbeddedJob.start(config, folder.resolve("other"), line -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a job of group 'e' is running already")
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
            first.close();

            EmbeddedJob second = EmbeddedJob.start(config, folder.resolve("job"), line -> {});
            assertThat(second.resumed()).isPresent();
            play(kafka, 200);
            playRewardsOfAnySize(kafka);
            askForABanditThatDoesNotFit(kafka);
            StreamVerifier.Result result = new StreamVerifier(kafka, config.rules(), Duration.ZERO, name -> true)
                    .verify(Instant.now(), Duration.ofMinutes(2)); // beside the running job
            assertThat(result.differences()).isEmpty();
            assertThat(result.leftOut())
                    .as("the definition that was refused for memory")
                    .isEqualTo(1);
            assertThat(result.decisions()).isGreaterThanOrEqualTo(600);
            second.close();

            List<String> ids = new ArrayList<>();
            try (TopicReader decisions = new TopicReader(kafka, kafka.topics().decisions())) {
                decisions.read(record -> ids.add(decision(record)));
            }
            assertThat(ids).contains("made:500").doesNotHaveDuplicates();
        }
    }

    private static String config(KafkaConnection kafka, String topic, String name) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try (Admin admin = kafka.admin()) {
            return admin.describeConfigs(List.of(resource))
                    .all()
                    .get()
                    .get(resource)
                    .get(name)
                    .value();
        }
    }

    private static String decision(ConsumerRecord<byte[], byte[]> record) {
        Matcher found = DECISION.matcher(new String(record.value(), StandardCharsets.UTF_8));
        return found.find() ? found.group(1) : "none";
    }

    /** Gaussian rewards: the player declares their range, so that none is lost. Another player declares too little, and says so. */
    private static void playRewardsOfAnySize(KafkaConnection kafka) throws Exception {
        Environment gaussian = EnvironmentCatalog.environment("simulation").make(Map.of());
        try (StreamPlayer player = StreamPlayer.open(kafka, "gauss", "LinUCB", gaussian, 1)) {
            player.play(100, 1_000, 1, tally -> assertThat(tally.deadLetters()).isEmpty());
        }
        Environment narrow =
                EnvironmentCatalog.environment("simulation-logistic").make(Map.of());
        try (StreamPlayer player = StreamPlayer.open(kafka, "gauss", "LinUCB", narrow, 1)) {
            assertThatThrownBy(() -> player.play(1_000_000, 50, 1, tally -> {}))
                    .hasMessageContaining(
                            "the job rejects the definition of gauss: only arms, floor, control and paused can change");
        }
    }

    /** A bandit of 3,000 features takes 0.9 GB: its definition is refused, and its request finds none. */
    private static void askForABanditThatDoesNotFit(KafkaConnection kafka) throws Exception {
        try (var producer =
                new KafkaProducer<>(kafka.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            String definition = "{\"version\":1,\"define\":{\"policy\":\"LinUCB\",\"encoder\":{\"dimension\":3000},"
                    + "\"arms\":[\"a\",\"b\"]}}";
            String request = "{\"version\":1,\"decide\":{\"context\":{\"age\":20}}}";
            byte[] key = "huge".getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(
                            kafka.topics().definitions(), key, definition.getBytes(StandardCharsets.UTF_8)))
                    .get();
            producer.send(new ProducerRecord<>(
                            kafka.topics().requests(), key, request.getBytes(StandardCharsets.UTF_8)))
                    .get();
        }
        try (TopicReader letters = new TopicReader(kafka, kafka.topics().deadLetters())) {
            List<String> found = new ArrayList<>();
            while (found.stream().noneMatch(letter -> letter.contains("\"unknown-bandit\""))) {
                letters.read(record -> found.add(new String(record.value(), StandardCharsets.UTF_8)));
                Thread.sleep(100);
            }
            assertThat(found).anyMatch(letter -> letter.contains("\"reason\":\"memory\"") && letter.contains("3000"));
        }
    }

    private static void play(KafkaConnection kafka, int rounds) throws Exception {
        var environment = EnvironmentCatalog.environment("simulation-logistic").make(Map.of());
        try (StreamPlayer player = StreamPlayer.open(kafka, "made", "LinUCB", environment, 1)) {
            player.play(rounds, 1_000, 1, tally -> {});
        }
    }
}
