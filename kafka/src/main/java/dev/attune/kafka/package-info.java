/**
 * The stream over Kafka's clients alone: topics, the models that a stream job publishes, and the decisions and rewards that are sent to it. A program
 * that follows a model needs this module and neither Flink nor the service.
 */
package dev.attune.kafka;
