package dev.attune.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.Bandit;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.kafka.wire.Topics;
import dev.attune.live.LiveBandit;
import dev.attune.live.Observation;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonInput;
import dev.attune.live.json.JsonLimits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that follows a model, with a real broker, and without Flink and the service on its class path. */
@Tag("broker")
class FollowedModelTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private KafkaConnection kafka;

    @Test
    void aProgramHoldsTheNewestModel() throws Exception {
        try (LocalBroker broker = LocalBroker.start(folder, 0)) {
            kafka = new KafkaConnection(broker.bootstrap(), Topics.of("test-"), "test", Map.of());
            try (Admin admin = kafka.admin()) {
                assertThat(TopicSetup.create(admin, kafka.topics(), 3))
                        .containsExactlyInAnyOrderElementsOf(kafka.topics().all());
            }
            follow();
        }
    }

    private void follow() throws InterruptedException {
        try (FollowedModel model = FollowedModel.follow(kafka, "movies")) {
            assertThat(model.awaitCaughtUp(PATIENCE)).isTrue();
            assertThat(model.read()).isEmpty();

            send(kafka.topics().models(), "others", bandit(2).writeShared());
            send(kafka.topics().models(), "movies", bandit(400).writeShared());
            await(() -> model.version() > 0);
            Bandit bandit = model.read().orElseThrow();
            int best = 0;
            for (int i = 0; i < 20; i++) {
                best += bandit.decide(Features.NONE, "a", "b").arm().equals("a") ? 1 : 0;
            }
            assertThat(best).isGreaterThan(15); // 200 rewards of each: nothing is left to explore

            long before = model.version();
            send(kafka.topics().models(), "movies", null);
            await(() -> model.version() != before);
            assertThat(model.read()).isEmpty();
        }
    }

    /** Returns a bandit that has learnt from a number of rewards that arm a pays. */
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
            Observation made = new Observation(
                    "",
                    Features.NONE,
                    new Offer.FromCatalogue(0, List.of()),
                    i % 2 == 0 ? "a" : "b",
                    0.5,
                    OptionalDouble.of(1 - i % 2));
            bandit.observe(made, 1_000L + i, (event, time) -> 0);
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

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the condition was never true").isLessThan(end);
            Thread.sleep(20);
        }
    }
}
