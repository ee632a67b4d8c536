package dev.attune.flink.stream;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A record of an output topic. Never changed; the bytes are shared, not copied. */
public final class Outgoing {
    private final Channel channel;
    private final String key;
    private final byte @Nullable [] value;
    private final long time;

    /**
     * A record.
     *
     * @param value its bytes; null for a tombstone
     * @param time of what it tells, in milliseconds since 1970
     */
    public Outgoing(Channel channel, String key, byte @Nullable [] value, long time) {
        this.channel = channel;
        this.key = key;
        this.value = value;
        this.time = time;
    }

    /** Which topic it goes to. */
    public Channel channel() {
        return channel;
    }

    /** The record's key; may be empty. */
    public String key() {
        return key;
    }

    /** Its bytes, not to be changed; null for a tombstone. */
    public byte @Nullable [] value() {
        return value;
    }

    /** Time of what it tells, in milliseconds since 1970. */
    public long time() {
        return time;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Outgoing that
                && channel == that.channel
                && key.equals(that.key)
                && time == that.time
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(channel, key, time);
    }

    @Override
    public String toString() {
        return channel + " " + key + " at " + time;
    }
}
