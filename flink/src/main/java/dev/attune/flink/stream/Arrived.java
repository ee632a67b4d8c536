package dev.attune.flink.stream;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A record of an input topic, as it came. Never changed; the bytes are shared, not copied. */
public final class Arrived {
    /** The order in which records count: by time, then topic, partition and offset. */
    public static final Comparator<Arrived> ORDER = Comparator.comparingLong(Arrived::time)
            .thenComparing(Arrived::origin)
            .thenComparingInt(Arrived::partition)
            .thenComparingLong(Arrived::offset);

    private final Origin origin;
    private final String key;
    private final int partition;
    private final long offset;
    private final long time;
    private final byte @Nullable [] value;

    /**
     * A record.
     *
     * @param key the record's key as text; empty if it has none
     * @param time when it counts, in milliseconds since 1970
     * @param value its bytes; null if it is a tombstone
     */
    public Arrived(Origin origin, String key, int partition, long offset, long time, byte @Nullable [] value) {
        this.origin = origin;
        this.key = key;
        this.partition = partition;
        this.offset = offset;
        this.time = time;
        this.value = value;
    }

    /** Which topic it came from. */
    public Origin origin() {
        return origin;
    }

    /** The record's key as text; empty if it has none. */
    public String key() {
        return key;
    }

    /** Partition of the topic. */
    public int partition() {
        return partition;
    }

    /** Place in the partition. */
    public long offset() {
        return offset;
    }

    /** When it counts, in milliseconds since 1970. */
    public long time() {
        return time;
    }

    /** Its bytes, not to be changed; null if it is a tombstone. */
    public byte @Nullable [] value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Arrived that
                && origin == that.origin
                && key.equals(that.key)
                && partition == that.partition
                && offset == that.offset
                && time == that.time
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(origin, key, partition, offset, time);
    }

    @Override
    public String toString() {
        return origin + "-" + partition + "@" + offset + " " + key + " at " + time;
    }
}
