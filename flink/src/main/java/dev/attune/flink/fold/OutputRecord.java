package dev.attune.flink.fold;

import dev.attune.kafka.wire.OutputTopic;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record of an output topic. The bytes are shared, not copied, and must not be changed.
 *
 * @param key the record's key; may be empty
 * @param value its bytes; null for a tombstone
 * @param time of the event that it reports, in milliseconds since 1970
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record OutputRecord(OutputTopic topic, String key, byte @Nullable [] value, long time) {
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OutputRecord that
                && topic == that.topic
                && key.equals(that.key)
                && time == that.time
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(topic, key, time);
    }

    @Override
    public String toString() {
        return topic + " " + key + " at " + time;
    }
}
