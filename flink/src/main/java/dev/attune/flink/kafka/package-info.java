/** What of the stream job talks to Kafka: topics, records in and out, the clock of each partition, ticks. */
package dev.attune.flink.kafka;
