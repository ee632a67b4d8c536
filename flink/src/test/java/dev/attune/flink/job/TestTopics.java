package dev.attune.flink.job;

import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.stream.Ticks;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics whose times the test chooses, and what is in them. */
final class TestTopics {
    private static final int PARTITIONS = 4;

    private final KafkaConnection kafka;
    private volatile long now; // time of what was sent last

    TestTopics(String bootstrap, String prefix) throws Exception {
        this.now = Traffic.BEGIN;
        this.kafka = new KafkaConnection(bootstrap, Topics.of(prefix), prefix + "job", Map.of());
        try (Admin admin = kafka.admin()) {
            admin.createTopics(kafka.topics().all().stream()
                            .map(name -> new NewTopic(
                                            name,
                                            Optional.of(
                                                    name.equals(kafka.topics().definitions()) ? 1 : PARTITIONS),
                                            Optional.empty())
                                    .configs(Map.of(
                                            TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "8388608"))) // as the job makes them
                            .toList())
                    .all()
                    .get();
        }
    }

    KafkaConnection kafka() {
        return kafka;
    }

    /** Sends records in their order, at about so many a second. */
    void send(List<Traffic.Sent> records, int perSecond, String prefix) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            long began = System.nanoTime();
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < records.size(); i++) {
                Traffic.Sent record = records.get(i);
                byte[] key = record.key().isEmpty() ? null : record.key().getBytes(StandardCharsets.UTF_8);
                now = record.comes();
                sent.add(producer.send(new ProducerRecord<>(
                        prefix + record.topic(),
                        null,
                        record.time(),
                        key,
                        record.value().getBytes(StandardCharsets.UTF_8))));
                long early = i * 1_000_000_000L / perSecond - (System.nanoTime() - began);
                if (early > 1_000_000) {
                    Thread.sleep(early / 1_000_000);
                }
            }
            for (Future<RecordMetadata> one : sent) {
                one.get();
            }
        }
    }

    /** Sends ticks to all partitions until it is closed, as a job does where nobody chooses times. */
    AutoCloseable ticking() throws InterruptedException {
        Map<String, Integer> partitions = kafka.partitions();
        AtomicBoolean open = new AtomicBoolean(true);
        Thread thread = new Thread(() -> {
            try (KafkaProducer<byte[], byte[]> producer = producer()) {
                while (open.get()) {
                    tick(partitions, producer);
                    Thread.sleep(300);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return () -> open.set(false);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // another one comes soon
    private void tick(Map<String, Integer> partitions, KafkaProducer<byte[], byte[]> producer) {
        partitions.forEach((topic, count) -> {
            for (int partition = 0; partition < count; partition++) {
                producer.send(Ticks.record(topic, partition, now));
            }
        });
    }

    /** Time goes on to here, without anything that happens. */
    void pass(long time) {
        now = time;
    }

    private KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(kafka.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** What is in the input topics, with the times that count; ticks left out. */
    List<InputRecord> arrived(long disorder) {
        List<InputRecord> all = new ArrayList<>();
        for (InputTopic origin : List.of(InputTopic.REQUESTS, InputTopic.REWARDS, InputTopic.DEFINITIONS)) {
            Map<Integer, Long> latest = new HashMap<>();
            for (ConsumerRecord<byte[], byte[]> record : read(kafka.topics().of(origin))) {
                long newest = latest.merge(record.partition(), record.timestamp(), Math::max);
                long time = Math.max(record.timestamp(), newest - disorder);
                String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
                if (!key.equals("attune-tick")) {
                    all.add(new InputRecord(origin, key, record.partition(), record.offset(), time, record.value()));
                }
            }
        }
        return all;
    }

    /** All committed records of a topic, partition by partition in their order. */
    List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        return read(kafka, topic);
    }

    /** The same for any connection. */
    static List<ConsumerRecord<byte[], byte[]>> read(KafkaConnection kafka, String topic) {
        Properties properties = kafka.clientProperties();
        properties.setProperty("isolation.level", "read_committed");
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions); // of what is committed
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }
}
