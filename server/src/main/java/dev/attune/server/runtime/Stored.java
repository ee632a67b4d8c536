package dev.attune.server.runtime;

import dev.attune.journal.JournalFormatException;
import java.nio.ByteBuffer;

/**
 * A bandit's state outside memory, in a snapshot or in a swap file: the position of the journal up to which it is complete (8 bytes,
 * big-endian), and the state.
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared or changed
record Stored(long applied, byte[] state) {
    byte[] toBytes() {
        return ByteBuffer.allocate(Long.BYTES + state.length)
                .putLong(applied)
                .put(state)
                .array();
    }

    static Stored of(byte[] bytes) throws JournalFormatException {
        if (bytes.length < Long.BYTES) {
            throw new JournalFormatException(0, "a stored state of " + bytes.length + " bytes is too short");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long applied = in.getLong();
        byte[] state = new byte[in.remaining()];
        in.get(state);
        return new Stored(applied, state);
    }
}
