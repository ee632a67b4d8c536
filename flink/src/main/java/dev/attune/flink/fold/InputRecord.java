package dev.attune.flink.fold;

import dev.attune.kafka.wire.InputTopic;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record of an input topic. The bytes are shared, not copied, and must not be changed.
 *
 * @param key the record's key as text; empty if it has none
 * @param time its event time, in milliseconds since 1970
 * @param value its bytes; null if it is a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record InputRecord(
        InputTopic topic, String key, int partition, long offset, long time, byte @Nullable [] value) {
    /** The order in which records are processed: by time, then topic, partition and offset. */
    public static final Comparator<InputRecord> ORDER = Comparator.comparingLong(InputRecord::time)
            .thenComparing(InputRecord::topic)
            .thenComparingInt(InputRecord::partition)
            .thenComparingLong(InputRecord::offset);

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof InputRecord that
                && topic == that.topic
                && key.equals(that.key)
                && partition == that.partition
                && offset == that.offset
                && time == that.time
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(topic, key, partition, offset, time);
    }

    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset + " " + key + " at " + time;
    }
}
