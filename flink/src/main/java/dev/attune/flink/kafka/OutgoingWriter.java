package dev.attune.flink.kafka;

import dev.attune.flink.stream.Channel;
import dev.attune.flink.stream.Outgoing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Sends records to the topics of their channels, with the time of what they tell. */
final class OutgoingWriter implements KafkaRecordSerializationSchema<Outgoing>, KafkaDatasetFacetProvider {
    private static final long serialVersionUID = 1L;
    private static final byte[] VERSION = {'1'};

    private final Topics topics;

    OutgoingWriter(Topics topics) {
        this.topics = topics;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
            Outgoing record, KafkaSinkContext context, @Nullable Long timestamp) {
        ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(
                topics.of(record.channel()),
                null,
                record.time(),
                record.key().getBytes(StandardCharsets.UTF_8),
                record.value());
        if (record.channel() == Channel.MODELS) { // the others have their version inside
            sent.headers().add("attune-version", VERSION);
        }
        return sent;
    }

    /** The topics in which transactions may have been left open. */
    @Override
    public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
        return Optional.of(new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(
                Arrays.stream(Channel.values()).map(topics::of).toList())));
    }
}
