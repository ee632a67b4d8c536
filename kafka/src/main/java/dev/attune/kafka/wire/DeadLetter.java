package dev.attune.kafka.wire;

import org.jspecify.annotations.Nullable;

/**
 * A record that could not be processed.
 *
 * @param reason one word
 * @param field path of the invalid field; empty if none is
 * @param message for operators
 * @param topic of the record
 * @param partition of the topic
 * @param offset in the partition
 * @param time of the record; 0 if it is unknown
 * @param key of the record
 * @param value of the record, or its first bytes; null if it is a tombstone
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
