package dev.attune.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the committed records of a topic, each once: every call continues where the last one ended. Not thread-safe. */
public final class TopicReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String topic;
    private final Map<TopicPartition, Long> next = new HashMap<>();

    /** Opens a reader at the beginning of a topic. */
    public TopicReader(KafkaConnection kafka, String topic) {
        Properties properties = kafka.clientProperties();
        properties.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.topic = topic;
    }

    /**
     * Reads what has been committed since the last call, partition by partition in their order.
     *
     * @return the number of records
     */
    public long read(Consumer<ConsumerRecord<byte[], byte[]>> each) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(PartitionInfo::partition)
                .sorted()
                .map(partition -> new TopicPartition(topic, partition))
                .toList();
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        long count = 0;
        for (TopicPartition partition : partitions) {
            consumer.assign(List.of(partition));
            long begin = begins.getOrDefault(partition, 0L);
            consumer.seek(partition, Math.max(begin, next.getOrDefault(partition, begin)));
            long end = ends.getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (record.offset() < end) {
                        each.accept(record);
                        count++;
                    }
                }
            }
            next.put(partition, end);
        }
        return count;
    }

    /** Returns the partitions whose first records were deleted, with the offsets of those that are left. */
    public Map<Integer, Long> deletedUntil() {
        Map<Integer, Long> deleted = new HashMap<>();
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        consumer.beginningOffsets(partitions).forEach((partition, begin) -> {
            if (begin > 0) {
                deleted.put(partition.partition(), begin);
            }
        });
        return deleted;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
