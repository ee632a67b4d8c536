package dev.attune.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A record of the journal that was checked but not decoded: its bytes take a fraction of the memory of its event, and can be decoded by another thread.
 * Immutable.
 */
public final class RawRecord {
    private final Path file;
    private final long offset;
    private final long position;
    private final long time;
    private final byte type;
    private final byte version;
    private final byte[] body;

    RawRecord(Path file, long offset, long position, long time, byte type, byte version, byte[] body) {
        this.file = file;
        this.offset = offset;
        this.position = position;
        this.time = time;
        this.type = type;
        this.version = version;
        this.body = body;
    }

    /** Returns the number of the record in the whole journal, from 1. */
    public long position() {
        return position;
    }

    /** Returns when it was appended, in milliseconds since 1970. */
    public long time() {
        return time;
    }

    /**
     * Returns the number of the bandit.
     *
     * @throws JournalFormatException if the record has none
     */
    public int bandit() throws JournalFormatException {
        if (body.length < Integer.BYTES) {
            throw JournalFormatException.unknown(file, offset, position, "the event ends before its bandit");
        }
        return ByteBuffer.wrap(body).getInt();
    }

    /** Returns whether it may create or delete a bandit, or is of an unknown type: a few records of a journal. */
    public boolean isOfDirectory() {
        return EventCodec.isOfDirectory(type);
    }

    /**
     * Decodes the event.
     *
     * @throws JournalFormatException if the event is of an unknown type or version, or not well formed
     */
    public JournalRecord decode() throws JournalFormatException {
        try {
            return new JournalRecord(position, time, EventCodec.decode(type, version, position, ByteBuffer.wrap(body)));
        } catch (JournalFormatException e) {
            throw JournalFormatException.unknown(file, offset, e.position(), String.valueOf(e.getMessage()));
        }
    }
}
