package dev.attune.flink.wire;

import org.jspecify.annotations.Nullable;

/**
 * A record that could not be used.
 *
 * @param reason a word
 * @param field path of the field that is to blame; empty if none is
 * @param message for people
 * @param topic where the record is
 * @param partition of the topic
 * @param offset in the partition
 * @param time of the record
 * @param key of the record
 * @param value of the record; null if it is a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // written, never compared
public record DeadLetter(
        String reason,
        String field,
        String message,
        String topic,
        int partition,
        long offset,
        long time,
        String key,
        byte @Nullable [] value) {}
