/** How fast the stream job is, with and without a broker. */
package dev.attune.bench.stream;
