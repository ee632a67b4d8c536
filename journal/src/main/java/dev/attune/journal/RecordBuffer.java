package dev.attune.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A reusable, growing run of whole records, encoded one after the other as the disk gets them. For one thread at a time. */
final class RecordBuffer {
    /** Longest UTF-8 form of a char that is not half of a pair. */
    private static final int BYTES_PER_CHAR = 3;

    private ByteBuffer buffer;

    RecordBuffer(int capacity) {
        buffer = ByteBuffer.allocateDirect(capacity);
    }

    int size() {
        return buffer.position();
    }

    void clear() {
        buffer.clear();
    }

    /** The records, from position to limit; valid until the next record or {@link #clear}. */
    ByteBuffer records() {
        return buffer.duplicate().flip();
    }

    /**
     * Encodes a record at the end.
     *
     * @throws IllegalArgumentException if the event cannot be written in this format; nothing is added then
     */
    void append(long position, long time, int pending, JournalEvent event) {
        int start = buffer.position();
        try {
            room(RecordFormat.HEADER).position(start + RecordFormat.HEADER);
            byte type = EventCodec.encode(event, this);
            putByte(RecordFormat.END);
            int end = buffer.position();
            int length = end - start - RecordFormat.PREFIX;
            if (length > RecordFormat.GREATEST_LENGTH) {
                throw new IllegalArgumentException("an event of " + length
                        + " bytes is more than a journal's record holds, " + RecordFormat.GREATEST_LENGTH);
            }
            buffer.putInt(start, length);
            buffer.put(start + RecordFormat.TYPE, type);
            buffer.put(start + RecordFormat.VERSION, EventCodec.version(event));
            buffer.putLong(start + RecordFormat.POSITION, position);
            buffer.putLong(start + RecordFormat.TIME, time);
            buffer.putInt(start + RecordFormat.PENDING, pending);
            buffer.putInt(start + Integer.BYTES, RecordFormat.crc(buffer, start + RecordFormat.PREFIX, end));
        } catch (RuntimeException | OutOfMemoryError e) {
            buffer.position(start);
            throw e;
        }
    }

    void putByte(int value) {
        room(1).put((byte) value);
    }

    void putInt(int value) {
        room(Integer.BYTES).putInt(value);
    }

    void putLong(long value) {
        room(Long.BYTES).putLong(value);
    }

    void putDouble(double value) {
        room(Double.BYTES).putDouble(value);
    }

    /** Seven bits a byte, the lowest first; the high bit says that another byte follows. */
    void putCount(int value) {
        room(5);
        int rest = value;
        while (rest >= 0x80) {
            buffer.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        buffer.put((byte) rest);
    }

    void putDoubles(double[] values) {
        putCount(values.length);
        room(Math.multiplyExact(Double.BYTES, values.length));
        for (double value : values) {
            buffer.putDouble(value);
        }
    }

    void putText(String text) {
        int chars = text.length();
        for (int i = 0; i < chars; i++) {
            if (text.charAt(i) >= 0x80) {
                putEncoded(text);
                return;
            }
        }
        putCount(chars);
        room(chars);
        for (int i = 0; i < chars; i++) {
            buffer.put((byte) text.charAt(i));
        }
    }

    private void putEncoded(String text) {
        if (text.length() > RecordFormat.GREATEST_LENGTH / BYTES_PER_CHAR) {
            throw new IllegalArgumentException(
                    "a text of " + text.length() + " characters is too long for the journal");
        }
        // A surrogate without its other half has no UTF-8 form; the JDK would put a question mark, and the journal
        // another text.
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw new IllegalArgumentException("a text has half of a surrogate pair, which is not valid Unicode");
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        putCount(bytes.length);
        room(bytes.length).put(bytes);
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int needed = Math.addExact(buffer.position(), bytes);
            int doubled = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * buffer.capacity());
            buffer = ByteBuffer.allocateDirect(Math.max(needed, doubled)).put(buffer.flip());
        }
        return buffer;
    }
}
