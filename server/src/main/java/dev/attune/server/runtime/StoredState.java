package dev.attune.server.runtime;

import dev.attune.journal.JournalFormatException;
import java.nio.ByteBuffer;

/**
 * The state of a bandit in a snapshot or in a swap file: the position of the journal up to which it is complete (8 bytes, big-endian), and the
 * state.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared or changed
record StoredState(long applied, byte[] state) {
    byte[] toBytes() {
        return ByteBuffer.allocate(Long.BYTES + state.length)
                .putLong(applied)
                .put(state)
                .array();
    }

    static StoredState of(byte[] bytes) throws JournalFormatException {
        if (bytes.length < Long.BYTES) {
            throw new JournalFormatException(0, "a stored state of " + bytes.length + " bytes is too short");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long applied = in.getLong();
        byte[] state = new byte[in.remaining()];
        in.get(state);
        return new StoredState(applied, state);
    }
}
