package dev.attune.flink.follow;

import dev.attune.flink.kafka.KafkaConnection;
import dev.attune.server.follow.Outbox;
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

/** Sends what the stream is to learn to its topics; all replicas that are in sync have it before it counts as sent. */
public final class KafkaOutbox implements Outbox {
    /** How long a caller waits at most for brokers that do not answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How long it waits for others to share a batch: less than anybody notices, and enough under load. */
    private static final int LINGER_MILLIS = 1;

    private final Producer<String, byte[]> producer;
    private final String requests;
    private final String rewards;

    /** Sends to the topics of a job. */
    public KafkaOutbox(KafkaConnection kafka) {
        this(kafka, PATIENCE);
    }

    KafkaOutbox(KafkaConnection kafka, Duration patience) {
        Properties properties = new Properties();
        properties.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, patience.toMillis());
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) patience.toMillis() / 2);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
        properties.putAll(kafka.clientProperties());
        properties.put(
                ProducerConfig.ACKS_CONFIG, "all"); // whatever else is wanted: sent means that nothing can lose it
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
        this.requests = kafka.topics().requests();
        this.rewards = kafka.topics().rewards();
    }

    @Override
    public CompletionStage<Void> observed(String key, byte[] json) {
        return send(requests, key, json);
    }

    @Override
    public CompletionStage<Void> rewarded(String key, byte[] json) {
        return send(rewards, key, json);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback tells all
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
        producer.close(PATIENCE);
    }
}
