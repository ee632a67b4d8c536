package dev.attune.flink.job;

import dev.attune.flink.stream.Ticks;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.TopicReader;
import dev.attune.kafka.TopicSetup;
import dev.attune.kafka.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.TopicConfig;
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
            TopicSetup.create(admin, kafka.topics(), PARTITIONS); // all exist: waits until they accept records
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

    /** Time goes on to here, without anything that happens; returns when all partitions have a tick of this time. */
    void pass(long time) throws InterruptedException {
        now = time;
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            tick(kafka.partitions(), producer);
            producer.flush();
        }
    }

    /** Sends a record as the job does, to break what it wrote. */
    void forge(String topic, byte[] key, byte[] value, long time) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.send(new ProducerRecord<>(topic, null, time, key, value)).get();
        }
    }

    /** Gives the broker all the time it needs: the machine may be busy. */
    private KafkaProducer<byte[], byte[]> producer() {
        Properties patient = kafka.clientProperties();
        patient.setProperty(ProducerConfig.MAX_BLOCK_MS_CONFIG, "600000");
        patient.setProperty(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "120000");
        patient.setProperty(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "240000");
        return new KafkaProducer<>(patient, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** All committed records of a topic, partition by partition in their order. */
    List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        return read(kafka, topic);
    }

    /** The same for any connection. */
    static List<ConsumerRecord<byte[], byte[]>> read(KafkaConnection kafka, String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (TopicReader reader = new TopicReader(kafka, topic)) {
            reader.read(records::add);
        }
        return records;
    }
}
