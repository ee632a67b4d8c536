/**
 * The binary format of saved state. {@link dev.attune.state.Checkpoint} seals the state of a {@link dev.attune.state.Checkpointed} object with a name,
 * a version and a checksum; {@link dev.attune.state.StateWriter} and {@link dev.attune.state.StateReader} write and read its fields. Reading never
 * runs code that the bytes choose, and rejects damaged or foreign bytes with a {@link dev.attune.state.StateFormatException}.
 */
package dev.attune.state;
