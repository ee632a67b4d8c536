/** The Flink operators of the stream job: sources and sinks of topics, event times, the operator that holds the bandits, and serializers of its state. */
package dev.attune.flink.stream;
