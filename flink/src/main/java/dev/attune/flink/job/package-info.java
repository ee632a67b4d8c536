/** The stream job: its configuration, its topology, and running it in this process. */
package dev.attune.flink.job;
