package dev.attune.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.kafka.wire.Topics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("broker")
class TopicSetupTest {
    private static final int PARTITIONS = 8;
    private static final int NEW_TOPICS = 6;
    private static final int RECORDS = 200;

    @TempDir
    Path folder;

    /** Without waiting for the logs, a producer was blocked until its delivery timed out in each of two runs. */
    @Test
    void aNewTopicAcceptsManyBatchesInFlight() throws Exception {
        try (LocalBroker broker = LocalBroker.start(folder, 0)) {
            for (int i = 0; i < NEW_TOPICS; i++) {
                KafkaConnection kafka =
                        new KafkaConnection(broker.bootstrap(), Topics.of("new-" + i + "-"), "g", Map.of());
                try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
                    try (Admin admin = kafka.admin()) {
                        assertThat(TopicSetup.create(admin, kafka.topics(), PARTITIONS))
                                .hasSize(kafka.topics().all().size());
                        sendAll(producer, kafka.topics().requests());
                        assertThat(TopicSetup.create(admin, kafka.topics(), PARTITIONS))
                                .isEmpty();
                    }
                }
            }
        }
    }

    private static void sendAll(KafkaProducer<byte[], byte[]> producer, String topic) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            sent.add(producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, new byte[100])));
        }
        for (Future<RecordMetadata> one : sent) {
            one.get(); // fails when the delivery times out
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(KafkaConnection kafka) {
        Properties small = kafka.clientProperties();
        small.setProperty(ProducerConfig.LINGER_MS_CONFIG, "0");
        small.setProperty(ProducerConfig.BATCH_SIZE_CONFIG, "1"); // each record is a batch
        small.setProperty(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "10000");
        small.setProperty(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "20000");
        return new KafkaProducer<>(small, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
