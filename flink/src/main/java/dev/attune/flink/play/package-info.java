/** A client that requests decisions of the stream and rewards them, for demonstrations. */
package dev.attune.flink.play;
