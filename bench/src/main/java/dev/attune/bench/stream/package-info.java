/** Measures, plays and tests the stream job, with and without a broker. */
package dev.attune.bench.stream;
