/** The stream job and distributed sweeps on Apache Flink. */
package dev.attune.flink;
