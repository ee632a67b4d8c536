/** Topics, keys and JSON records of the stream, without a Kafka client; {@code docs/format/stream.md} specifies every field. */
package dev.attune.kafka.wire;
