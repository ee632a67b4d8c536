/**
 * Experiments on a Flink cluster. {@link dev.attune.flink.sweep.FlinkPlayers} plays the cells of a run of the lab; results come back
 * to where the run was started and are the same as there, to the last digit.
 */
package dev.attune.flink.sweep;
