/** A program that asks the stream for decisions and rewards them, so that there is something to see. */
package dev.attune.flink.play;
