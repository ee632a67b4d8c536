/** The stream job and distributed sweeps on Apache Flink; the only module that sees Flink or Kafka. */
package dev.attune.flink;
