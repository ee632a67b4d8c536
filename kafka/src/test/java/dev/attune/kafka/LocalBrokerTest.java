package dev.attune.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("broker")
class LocalBrokerTest {
    @TempDir
    Path folder;

    @Test
    void keepsWhatItAcknowledgedOverARestart() throws Exception {
        try (LocalBroker broker = LocalBroker.start(folder, 0)) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
                admin.createTopics(List.of(new NewTopic("t", Optional.of(1), Optional.empty())))
                        .all()
                        .get();
            }
            try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", broker.bootstrap()), new StringSerializer(), new StringSerializer())) {
                producer.send(new ProducerRecord<>("t", "key", "value")).get();
            }
        }
        try (LocalBroker again = LocalBroker.start(folder, 0)) {
            assertThat(readOne(again.bootstrap())).containsExactly("value");
        }
    }

    private static List<String> readOne(String bootstrap) {
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap), new StringDeserializer(), new StringDeserializer())) {
            TopicPartition partition = new TopicPartition("t", 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            for (int i = 0; i < 100 && values.isEmpty(); i++) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }
}
