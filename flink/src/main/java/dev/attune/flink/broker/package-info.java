/** A Kafka broker in the same process. */
package dev.attune.flink.broker;
