package dev.attune.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** A growing sequence of big-endian numbers and strings. */
public final class StateWriter {
    private ByteBuffer buffer = ByteBuffer.allocate(1024);
    private boolean discards; // counts only
    private long discarded;

    /** Returns how many bytes a writer writes, without keeping them. */
    public static long sizeOf(Consumer<StateWriter> writer) {
        StateWriter out = new StateWriter();
        out.discards = true;
        writer.accept(out);
        return out.discarded + out.buffer.position();
    }

    /** Writes four bytes. */
    public void writeInt(int value) {
        room(Integer.BYTES).putInt(value);
    }

    /** Writes yes or no as an int, 1 or 0. */
    public void writeFlag(boolean value) {
        writeInt(value ? 1 : 0);
    }

    /** Writes eight bytes. */
    public void writeLong(long value) {
        room(Long.BYTES).putLong(value);
    }

    /** Writes the eight bytes of a number as they are. */
    public void writeDouble(double value) {
        room(Double.BYTES).putDouble(value);
    }

    /** Writes a length and that many numbers; {@link StateReader#readVector} reads them where the length is not known. */
    public void writeDoubles(double[] values) {
        ByteBuffer out = room(Integer.BYTES + Math.multiplyExact(Double.BYTES, values.length));
        out.putInt(values.length);
        out.asDoubleBuffer().put(values);
        out.position(out.position() + Double.BYTES * values.length);
    }

    /** Writes a row count and each row. */
    public void writeMatrix(double[][] rows) {
        writeInt(rows.length);
        for (double[] row : rows) {
            writeDoubles(row);
        }
    }

    /** Writes a length in bytes and the UTF-8 text; {@link StateReader#readText} reads it where it may be long. */
    public void writeString(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        room(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes);
    }

    /** Number of bytes so far. */
    public int size() {
        return buffer.position();
    }

    /** What was written so far. */
    byte[] toBytes() {
        byte[] bytes = new byte[buffer.position()];
        buffer.duplicate().flip().get(bytes);
        return bytes;
    }

    private ByteBuffer room(int bytes) {
        if (discards && buffer.remaining() < bytes) {
            discarded += buffer.position();
            buffer.clear();
        }
        if (buffer.remaining() < bytes) {
            int needed = Math.addExact(buffer.position(), bytes);
            int doubled = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * buffer.capacity());
            ByteBuffer larger = ByteBuffer.allocate(Math.max(needed, doubled));
            larger.put(buffer.flip());
            buffer = larger;
        }
        return buffer;
    }
}
