package dev.attune.journal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the body of a record. Every count is held against what is left before anything is allocated, so hostile bytes can neither
 * exhaust memory nor cause any other exception.
 */
final class BodyReader {
    private final ByteBuffer in;
    private final long position;

    BodyReader(ByteBuffer body, long position) {
        this.in = body;
        this.position = position;
    }

    int readByte() throws JournalFormatException {
        return need(1).get() & 0xFF;
    }

    int readInt() throws JournalFormatException {
        return need(Integer.BYTES).getInt();
    }

    long readLong() throws JournalFormatException {
        return need(Long.BYTES).getLong();
    }

    double readDouble() throws JournalFormatException {
        return need(Double.BYTES).getDouble();
    }

    /** Reads a number as {@link RecordBuffer#putCount} wrote it. */
    int readCount() throws JournalFormatException {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            int next = readByte();
            value |= (next & 0x7F) << shift;
            if (next < 0x80) {
                // The fifth byte has room for three bits of a positive number; a last byte of zero would be a longer
                // way to say it.
                if ((shift == 28 && next > 7) || (shift > 0 && next == 0)) {
                    break;
                }
                return value;
            }
        }
        throw bad("a count is not well formed");
    }

    /** Reads the number of things that follow, each of at least this many bytes. */
    int readCount(int leastBytes) throws JournalFormatException {
        int count = readCount();
        if (count > in.remaining() / leastBytes) {
            throw bad("a count of " + count + " with " + in.remaining() + " bytes left");
        }
        return count;
    }

    double[] readDoubles() throws JournalFormatException {
        double[] values = new double[readCount(Double.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.getDouble();
        }
        return values;
    }

    String readText() throws JournalFormatException {
        byte[] bytes = new byte[readCount(1)];
        in.get(bytes);
        for (byte b : bytes) {
            if (b < 0) {
                return decoded(bytes);
            }
        }
        return new String(bytes, StandardCharsets.ISO_8859_1); // all ASCII, for which the JDK copies bytes
    }

    boolean hasMore() {
        return in.hasRemaining();
    }

    JournalFormatException bad(String reason) {
        return new JournalFormatException(position, reason);
    }

    private String decoded(byte[] bytes) throws JournalFormatException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw bad("a text of " + bytes.length + " bytes is not UTF-8");
        }
    }

    private ByteBuffer need(int bytes) throws JournalFormatException {
        if (in.remaining() < bytes) {
            throw bad("the record ends early: " + bytes + " bytes wanted, " + in.remaining() + " left");
        }
        return in;
    }
}
