package dev.attune.kafka;

import dev.attune.live.FollowedStream.ModelFeed;
import dev.attune.live.FollowedStream.ModelListener;
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
 * Reads all partitions of the topics of models and definitions from their beginning. Reports only models of committed checkpoints. It joins no
 * consumer group, so any number of services may follow. While brokers do not answer, the current models stay in force.
 */
public final class KafkaModelFeed implements ModelFeed {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final KafkaConnection kafka;
    private final DefinitionCache definitions = new DefinitionCache();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread thread = new Thread(this::run, "attune-models");
    private @Nullable ModelListener listener;
    private volatile @Nullable Consumer<String, byte[]> consumer;
    private boolean warned; // used by the thread only

    /** Creates a feed of the models of a job. */
    public KafkaModelFeed(KafkaConnection kafka) {
        this.kafka = kafka;
        thread.setDaemon(true);
    }

    @Override
    public void start(ModelListener receiver) {
        listener = receiver;
        thread.start();
    }

    private void run() {
        ModelListener receiver = listener;
        if (receiver == null) {
            return;
        }
        while (!closed.get()) {
            try (Consumer<String, byte[]> made = consumer()) {
                consumer = made;
                follow(made, receiver);
            } catch (WakeupException e) {
                break;
            } catch (KafkaException e) {
                warn("the stream does not answer, so models may be old: " + e.getMessage(), receiver);
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
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "attune-follow-" + UUID.randomUUID());
        return new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
    }

    private void follow(Consumer<String, byte[]> models, ModelListener receiver) {
        List<TopicPartition> partitions = partitions(models, receiver);
        models.assign(partitions);
        models.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = new HashMap<>(models.endOffsets(partitions));
        boolean behind = true;
        while (!closed.get()) {
            report(models.poll(POLL), receiver);
            if (behind) {
                ends.entrySet().removeIf(end -> models.position(end.getKey()) >= end.getValue());
                if (ends.isEmpty()) {
                    behind = false;
                    warned = false;
                    receiver.caughtUp();
                }
            }
        }
    }

    /** Returns the partitions of both topics; waits until the topics exist. */
    private List<TopicPartition> partitions(Consumer<String, byte[]> models, ModelListener receiver) {
        List<TopicPartition> all = new ArrayList<>();
        for (String topic : List.of(kafka.topics().definitions(), kafka.topics().models())) {
            List<PartitionInfo> found = models.partitionsFor(topic);
            while (found == null || found.isEmpty()) {
                warn("there is no topic " + topic + " yet; 'attune stream --create-topics' makes it", receiver);
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

    /** Reports the last model of each key; earlier ones are obsolete. */
    private void report(ConsumerRecords<String, byte[]> records, ModelListener receiver) {
        Map<String, ConsumerRecord<String, byte[]>> last = new LinkedHashMap<>();
        for (ConsumerRecord<String, byte[]> record : records) {
            if (record.key() == null) {
                continue;
            }
            if (record.topic().equals(kafka.topics().models())) {
                last.put(record.key(), record);
            } else if (definitions.apply(record.key(), record.value())) {
                // topics are not ordered among each other: a model may belong to a later definition
                receiver.undefined(record.key());
            }
        }
        last.forEach((key, record) -> {
            if (record.value() == null) {
                receiver.deleted(key);
            } else {
                receiver.model(key, record.value());
            }
        });
    }

    /** Warns once for each loss of the connection. */
    private void warn(String message, ModelListener receiver) {
        if (!warned) {
            warned = true;
            receiver.warning(message);
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
            thread.join(TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
