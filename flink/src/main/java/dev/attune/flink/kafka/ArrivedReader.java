package dev.attune.flink.kafka;

import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.StreamTypes;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes records as they are: what is in them is looked at where their bandit is. */
final class ArrivedReader implements KafkaRecordDeserializationSchema<Arrived> {
    private static final long serialVersionUID = 1L;

    private final Topics topics;

    ArrivedReader(Topics topics) {
        this.topics = topics;
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Arrived> out) {
        byte[] key = record.key();
        out.collect(new Arrived(
                topics.origin(record.topic()),
                key == null ? "" : new String(key, StandardCharsets.UTF_8),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.value()));
    }

    @Override
    public TypeInformation<Arrived> getProducedType() {
        return StreamTypes.ARRIVED;
    }
}
