package dev.attune.kafka;

import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.FollowedStream.Outbox;
import dev.attune.live.Observation;
import dev.attune.live.RewardMessage;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends decisions and rewards to the topics of a stream. A record counts as sent when all in-sync replicas have it. */
public final class KafkaOutbox implements Outbox {
    /** The longest time that a caller waits for brokers that do not answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** How long a record waits for others to share a batch with: negligible for callers, and sufficient under load. */
    private static final int LINGER_MILLIS = 1;

    private final Producer<String, byte[]> producer;
    private final String requests;
    private final String rewards;

    /** Creates an outbox for the topics of a job. */
    public KafkaOutbox(KafkaConnection kafka) {
        this(kafka, TIMEOUT);
    }

    /** Creates an outbox with another limit on the time that a caller waits. */
    public KafkaOutbox(KafkaConnection kafka, Duration timeout) {
        Properties properties = new Properties();
        properties.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeout.toMillis());
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) timeout.toMillis() / 2);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        properties.putAll(kafka.clientProperties());
        properties.put(ProducerConfig.ACKS_CONFIG, "all"); // not configurable: an acknowledged record must not be lost
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
        this.requests = kafka.topics().requests();
        this.rewards = kafka.topics().rewards();
    }

    @Override
    public CompletionStage<Void> observed(String key, Observation decision) {
        return send(requests, key, RecordCodec.observe(decision));
    }

    @Override
    public CompletionStage<Void> rewarded(String key, RewardMessage reward) {
        return send(rewards, key, RecordCodec.reward(reward));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback reports the result
    private CompletionStage<Void> send(String topic, String key, byte[] json) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        try {
            producer.send(new ProducerRecord<>(topic, key, json), (metadata, failed) -> {
                if (failed == null) {
                    sent.complete(null);
                } else {
                    sent.completeExceptionally(failed);
                }
            });
        } catch (KafkaException | IllegalStateException e) { // too large, or closed
            sent.completeExceptionally(e);
        }
        return sent;
    }

    @Override
    public void close() {
        producer.close(TIMEOUT);
    }
}
