/** The stream job put together: what it is told, its topology, and running it in this process. */
package dev.attune.flink.job;
