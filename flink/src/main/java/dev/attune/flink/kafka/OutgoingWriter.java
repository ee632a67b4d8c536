package dev.attune.flink.kafka;

import dev.attune.flink.stream.Outgoing;
import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Sends records to the topics of their channels, with the time of what they tell. */
final class OutgoingWriter implements KafkaRecordSerializationSchema<Outgoing> {
    private static final long serialVersionUID = 1L;

    private final Topics topics;

    OutgoingWriter(Topics topics) {
        this.topics = topics;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
            Outgoing record, KafkaSinkContext context, @Nullable Long timestamp) {
        return new ProducerRecord<>(
                topics.of(record.channel()),
                null,
                record.time(),
                record.key().getBytes(StandardCharsets.UTF_8),
                record.value());
    }
}
