package dev.attune.flink.follow;

import dev.attune.flink.kafka.KafkaConnection;
import dev.attune.server.follow.ModelFeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the topics of models and of definitions from their beginning, all partitions, and never stops. Only models of committed checkpoints
 * are told. Nobody else shares its records, so any number of services may follow. When brokers do not answer, the models that are there stay
 * in force.
 */
public final class KafkaModelFeed implements ModelFeed {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final KafkaConnection kafka;
    private final Definitions definitions = new Definitions();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread thread = new Thread(this::run, "attune-models");
    private @Nullable Listener listener;
    private volatile @Nullable Consumer<String, byte[]> consumer;
    private boolean warned; // of the thread

    /** Follows the models of a job. */
    public KafkaModelFeed(KafkaConnection kafka) {
        this.kafka = kafka;
        thread.setDaemon(true);
    }

    @Override
    public void start(Listener hears) {
        listener = hears;
        thread.start();
    }

    private void run() {
        Listener hears = listener;
        if (hears == null) {
            return;
        }
        while (!closed.get()) {
            try (Consumer<String, byte[]> made = consumer()) {
                consumer = made;
                follow(made, hears);
            } catch (WakeupException e) {
                break;
            } catch (KafkaException e) {
                warn("the stream does not answer, so models may be old: " + e.getMessage(), hears);
                pause();
            }
        }
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed.set(true);
        }
    }

    private Consumer<String, byte[]> consumer() {
        Properties properties = new Properties();
        properties.putAll(kafka.clientProperties());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "attune-follow-" + UUID.randomUUID());
        return new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
    }

    private void follow(Consumer<String, byte[]> models, Listener hears) {
        List<TopicPartition> partitions = partitions(models, hears);
        models.assign(partitions);
        models.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = new HashMap<>(models.endOffsets(partitions));
        boolean behind = true;
        while (!closed.get()) {
            tell(models.poll(POLL), hears);
            if (behind) {
                ends.entrySet().removeIf(end -> models.position(end.getKey()) >= end.getValue());
                if (ends.isEmpty()) {
                    behind = false;
                    warned = false;
                    hears.caughtUp();
                }
            }
        }
    }

    /** Of both topics; waits until they are there. */
    private List<TopicPartition> partitions(Consumer<String, byte[]> models, Listener hears) {
        List<TopicPartition> all = new ArrayList<>();
        for (String topic : List.of(kafka.topics().definitions(), kafka.topics().models())) {
            List<PartitionInfo> found = models.partitionsFor(topic);
            while (found == null || found.isEmpty()) {
                warn("there is no topic " + topic + " yet; 'attune stream --create-topics' makes it", hears);
                pause();
                if (closed.get()) {
                    throw new WakeupException();
                }
                found = models.partitionsFor(topic);
            }
            found.forEach(each -> all.add(new TopicPartition(topic, each.partition())));
        }
        return all;
    }

    /** Tells the last model of each key: those before are of no use to anybody any more. */
    private void tell(ConsumerRecords<String, byte[]> records, Listener hears) {
        Map<String, ConsumerRecord<String, byte[]>> last = new LinkedHashMap<>();
        for (ConsumerRecord<String, byte[]> record : records) {
            if (record.key() == null) {
                continue; // nobody's
            }
            if (record.topic().equals(kafka.topics().models())) {
                last.put(record.key(), record);
            } else if (definitions.take(record.key(), record.value())) {
                hears.undefined(
                        record.key()); // topics are not ordered among each other: a model may be of a later definition
            }
        }
        last.forEach((key, record) -> {
            if (record.value() == null) {
                hears.deleted(key);
            } else {
                hears.model(key, record.value());
            }
        });
    }

    /** Once for each time that it was lost. */
    private void warn(String message, Listener hears) {
        if (!warned) {
            warned = true;
            hears.warning(message);
        }
    }

    @Override
    public Optional<byte[]> fresh(String key) {
        return definitions.fresh(key);
    }

    @Override
    public void close() {
        closed.set(true);
        Consumer<String, byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
