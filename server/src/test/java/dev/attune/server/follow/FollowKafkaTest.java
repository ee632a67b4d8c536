package dev.attune.server.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.KafkaModelFeed;
import dev.attune.kafka.KafkaOutbox;
import dev.attune.kafka.LocalBroker;
import dev.attune.kafka.TopicSetup;
import dev.attune.kafka.wire.Message;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.kafka.wire.Topics;
import dev.attune.live.FollowedStream;
import dev.attune.live.LiveBandit;
import dev.attune.live.Observation;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonInput;
import dev.attune.live.json.JsonLimits;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that follows, a real broker, and a test in the place of the job. */
@Tag("broker")
class FollowKafkaTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PARTITIONS = 3;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private LocalBroker broker;
    private KafkaConnection kafka;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        broker = LocalBroker.start(folder.resolve("broker"), 0);
        kafka = new KafkaConnection(broker.bootstrap(), Topics.of("test-"), "test", Map.of());
        try (Admin admin = kafka.admin()) {
            TopicSetup.create(admin, kafka.topics(), PARTITIONS);
        }
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    private AttuneServer follow(Duration patience) throws IOException {
        FollowedStream following =
                new FollowedStream(new KafkaModelFeed(kafka), new KafkaOutbox(kafka, patience), "the test's stream");
        return AttuneServer.start(
                ServerOptions.of(folder.resolve("none"), 0).withWarmup(false).withFollowing(following),
                new ServerListener() {
                    @Override
                    public void warning(String message) {
                        warnings.add(message);
                    }
                });
    }

    /** A bandit that has learnt from so many rewards that arm a pays. */
    private static LiveBandit bandit(int rewards) {
        LiveBandit bandit = LiveBandit.create(
                1,
                JsonInput.read(
                                "{\"name\":\"x\",\"learning\":\"at-once\"}".getBytes(StandardCharsets.UTF_8),
                                JsonLimits.DEFAULT,
                                in -> DefinitionJson.readNew(in, () -> 1))
                        .definition());
        bandit.catalogue(List.of(new Arm("a", Features.NONE), new Arm("b", Features.NONE)), 1, (event, time) -> 0);
        for (int i = 0; i < rewards; i++) {
            bandit.observe(
                    new Observation(
                            "",
                            Features.NONE,
                            new Offer.FromCatalogue(0, List.of()),
                            i % 2 == 0 ? "a" : "b",
                            0.5,
                            OptionalDouble.of(1 - i % 2)),
                    1_000L + i,
                    (event, time) -> 0);
        }
        return bandit;
    }

    private void send(String topic, String key, byte @Nullable [] value) throws InterruptedException {
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(kafka.clientProperties(), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, key, value)).get();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private List<ConsumerRecord<String, byte[]>> records(String topic) {
        Properties properties = kafka.clientProperties();
        List<ConsumerRecord<String, byte[]>> all = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                partitions.add(new TopicPartition(topic, i));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
        }
        return all;
    }

    private HttpResponse<String> post(AttuneServer server, String path, String body)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(server.uri() + path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it never came true").isLessThan(end);
            Thread.sleep(20);
        }
    }

    private static long learnt(AttuneServer server, String bandit) {
        return server.bandits().list("", 100).stream()
                .filter(each -> each.name().equals(bandit))
                .mapToLong(each -> each.counters().learnt())
                .findFirst()
                .orElse(-1);
    }

    @Test
    void decisionsAndRewardsReachTheTopicsAndNewModelsComeIntoForce() throws Exception {
        send(kafka.topics().models(), "movies", bandit(4).writeShared());
        send(kafka.topics().models(), "movies~de", bandit(6).writeShared());
        send(kafka.topics().models(), "movies", bandit(10).writeShared());
        RecordCodec codec = new RecordCodec(JsonLimits.DEFAULT);
        try (AttuneServer server = follow(PATIENCE)) {
            server.awaitReady();
            assertThat(learnt(server, "movies")).isEqualTo(10);
            assertThat(learnt(server, "movies~de")).isEqualTo(6);

            HttpResponse<String> decided = post(server, "/v1/bandits/movies~de/decisions", "{\"id\":\"c-17\"}");
            assertThat(decided.statusCode()).isEqualTo(200);
            String id = decided.body().replaceAll(".*\"decision\":\"movies~de@([^\"]*)\".*", "$1");
            assertThat(id).startsWith("c-17.");
            assertThat(post(server, "/v1/decisions/movies~de@" + id + "/reward", "{\"value\":1,\"id\":\"r\"}")
                            .statusCode())
                    .isEqualTo(200);

            ConsumerRecord<String, byte[]> request =
                    records(kafka.topics().requests()).get(0);
            assertThat(request.key()).isEqualTo("movies~de");
            Observation observed = ((Message.Observe) codec.readRequest(request.value())).observation();
            assertThat(observed.clientId()).isEqualTo(id);
            assertThat(observed.offer()).isEqualTo(new Offer.FromCatalogue(1, List.of()));
            assertThat(observed.propensity()).isBetween(0.0, 1.0);
            LiveBandit learns = bandit(6); // as the job's bandit would
            learns.observe(observed, 5_000, (event, time) -> 0);
            ConsumerRecord<String, byte[]> reward =
                    records(kafka.topics().rewards()).get(0);
            assertThat(reward.key()).isEqualTo("movies~de");
            assertThat(((Message.Reward) codec.readReward(reward.value()))
                            .reward()
                            .request())
                    .isEqualTo(id);

            send(kafka.topics().models(), "movies", new byte[] {7});
            send(kafka.topics().models(), "movies", bandit(20).writeShared());
            await(() -> learnt(server, "movies") == 20);
            send(kafka.topics().models(), "movies~de", null);
            await(() -> !server.bandits().has("movies~de"));
            assertThat(post(server, "/v1/bandits/movies~de/decisions", "{}").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void aBanditThatIsOnlyDefinedCanDecideAtOnceInAnySegment() throws Exception {
        String definition = "{\"version\":1,\"define\":{\"arms\":[\"x\",\"y\"]}}";
        send(kafka.topics().definitions(), "news", definition.getBytes(StandardCharsets.UTF_8));
        send(
                kafka.topics().definitions(),
                "broken",
                "{\"version\":1,\"define\":{\"policy\":\"?\"}}".getBytes(StandardCharsets.UTF_8));
        try (AttuneServer server = follow(PATIENCE)) {
            server.awaitReady();
            assertThat(post(server, "/v1/bandits/news~fr/decisions", "{}").statusCode())
                    .isEqualTo(200);
            assertThat(post(server, "/v1/bandits/broken/decisions", "{}").statusCode())
                    .isEqualTo(404);

            send(kafka.topics().definitions(), "news", null);
            await(() -> !server.bandits().has("news~fr"));
        }
    }

    @Test
    void withoutABrokerNothingIsAcknowledgedAndTheServiceGoesOnWhenItIsBack() throws Exception {
        send(kafka.topics().models(), "movies", bandit(4).writeShared());
        int port = Integer.parseInt(broker.bootstrap().replaceAll(".*:", ""));
        try (AttuneServer server = follow(Duration.ofSeconds(2))) {
            server.awaitReady();
            assertThat(post(server, "/v1/bandits/movies/decisions", "{}").statusCode())
                    .isEqualTo(200);
            broker.close();

            HttpResponse<String> refused = post(server, "/v1/bandits/movies/decisions", "{\"id\":\"q\"}");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
            assertThat(refused.body()).contains("unsent");

            broker = LocalBroker.start(folder.resolve("broker"), port);
            send(kafka.topics().models(), "movies", bandit(8).writeShared());
            await(() -> learnt(server, "movies") == 8);
            assertThat(post(server, "/v1/bandits/movies/decisions", "{\"id\":\"q\"}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(records(kafka.topics().requests())).hasSize(2);
        }
    }
}
