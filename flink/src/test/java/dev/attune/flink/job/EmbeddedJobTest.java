package dev.attune.flink.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.flink.play.StreamPlayer;
import dev.attune.flink.verify.StreamVerifier;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.LocalBroker;
import dev.attune.kafka.TopicSetup;
import dev.attune.kafka.wire.Topics;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.EnvironmentCatalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
import org.apache.kafka.common.config.ConfigResource;
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
            StreamVerifier.Result result = new StreamVerifier(kafka, config.rules(), Duration.ZERO, name -> true)
                    .verify(Instant.now(), Duration.ofMinutes(2)); // beside the running job
            assertThat(result.differences()).isEmpty();
            assertThat(result.decisions()).isGreaterThanOrEqualTo(600);
            second.close();

            List<String> ids = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record :
                    TestTopics.read(kafka, kafka.topics().decisions())) {
                JsonNode answer = JSON.readTree(record.value()).get("answer");
                ids.add(answer.get("decision").asText());
            }
            assertThat(ids).contains("made:500").doesNotHaveDuplicates();
        }
    }

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

    private static List<String> decided(KafkaConnection kafka) throws Exception {
        List<String> requests = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record :
                TestTopics.read(kafka, kafka.topics().decisions())) {
            requests.add(JSON.readTree(record.value()).path("request").asText());
        }
        return requests;
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
                            "the job rejects the definition of gauss: only arms, floor and paused can change");
        }
    }

    private static void play(KafkaConnection kafka, int rounds) throws Exception {
        var environment = EnvironmentCatalog.environment("simulation-logistic").make(Map.of());
        try (StreamPlayer player = StreamPlayer.open(kafka, "made", "LinUCB", environment, 1)) {
            player.play(rounds, 1_000, 1, tally -> {});
        }
    }
}
