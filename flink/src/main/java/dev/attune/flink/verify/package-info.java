/** Compares what a job wrote with a replay of its input in one process. */
package dev.attune.flink.verify;
