/** Records of the stream as JSON, on top of what the service speaks; {@code docs/format/stream.md} tells every field. */
package dev.attune.flink.wire;
