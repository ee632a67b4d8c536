/**
 * The stream job as a pure function: records and their times in, decisions, dead letters, metrics and models out. Uses neither Flink nor a Kafka
 * client, and has no clock and no random numbers; {@link dev.attune.flink.fold.StreamFold} is the entry.
 */
package dev.attune.flink.fold;
