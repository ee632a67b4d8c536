package dev.attune.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the records of one segment and checks each. It judges nothing: that a record is bad may mean that it was torn, or that
 * it was damaged, or that it is being written at this moment.
 */
final class SegmentScanner implements Closeable {
    /** What the walk has met. */
    enum Step {
        /** A whole record, which the accessors describe; the walk is now behind it. */
        RECORD,
        /** The seal; nothing follows. */
        SEAL,
        /** The end of what was written so far; asking again may find more. */
        END,
        /** Bytes that are no record; {@link #reason} says why. The walk stays where it is. */
        BAD
    }

    private static final int CHUNK = 1 << 18;

    private final Path file;
    private final FileChannel channel;
    private final long first;
    private @Nullable String reason;

    /** Bytes of the file from {@link #base} on. */
    private ByteBuffer window = ByteBuffer.allocate(CHUNK).limit(0);

    private long base;
    private long at = SegmentHeader.BYTES;
    private long expected;
    private long knownEnd = -1;
    private int record; // index of the current record in the window

    private SegmentScanner(Path file, FileChannel channel, long first) {
        this.file = file;
        this.channel = channel;
        this.first = first;
        this.expected = first;
    }

    /** Opens a segment; {@link #headerDefect} returns whether its header is valid. */
    static SegmentScanner open(Path file, long first) throws IOException {
        return new SegmentScanner(file, FileChannel.open(file, StandardOpenOption.READ), first);
    }

    /** What is wrong with the header; null if nothing is. */
    @Nullable
    String headerDefect() throws IOException {
        load(0, SegmentHeader.BYTES);
        return SegmentHeader.defect(slice(0, Math.min(window.limit(), SegmentHeader.BYTES)), first);
    }

    SegmentHeader header() throws IOException {
        load(0, SegmentHeader.BYTES);
        return SegmentHeader.read(slice(0, SegmentHeader.BYTES));
    }

    Step next() throws IOException {
        reason = null;
        int have = load(at, RecordFormat.PREFIX);
        if (have < RecordFormat.PREFIX) {
            return isZeroFrom(at) ? end() : bad("the file ends inside a record's length");
        }
        int length = window.getInt(record);
        if (length == 0) {
            return isZeroFrom(at) ? end() : bad("a length of 0, but more follows");
        }
        if (!RecordFormat.plausibleLength(length)) {
            return bad("a length of " + length + ", which no record has");
        }
        int whole = RecordFormat.PREFIX + length;
        if (load(at, whole) < whole) {
            return bad("the file ends inside a record of " + whole + " bytes");
        }
        if (window.getInt(record + Integer.BYTES)
                != RecordFormat.crc(window, record + RecordFormat.PREFIX, record + whole)) {
            return bad("the checksum does not match");
        }
        if (window.get(record + whole - 1) != RecordFormat.END) {
            return bad("the record does not end as records do");
        }
        if (position() != expected) {
            return bad("a record of position " + position() + " where position " + expected + " belongs");
        }
        if (type() == RecordFormat.SEAL) {
            return seal(length, at + whole);
        }
        at += whole;
        expected++;
        return Step.RECORD;
    }

    private Step seal(int length, long end) throws IOException {
        if (length != RecordFormat.SEAL_BYTES - RecordFormat.PREFIX
                || window.getLong(record + RecordFormat.HEADER) != expected - first) {
            return bad("the seal does not fit the records before it");
        }
        return isZeroFrom(end) ? Step.SEAL : bad("something follows the seal");
    }

    /** Continues after bytes that are no record, at a record that is said to begin at an offset. */
    void resume(long offset, long position) {
        at = offset;
        expected = position;
    }

    Path file() {
        return file;
    }

    long first() {
        return first;
    }

    /** Position of the record that the walk comes to next. */
    long expected() {
        return expected;
    }

    /** Where the walk stands: behind the last record, or at what is bad. */
    long offset() {
        return at;
    }

    long size() throws IOException {
        return channel.size();
    }

    String reason() {
        return Objects.requireNonNull(reason);
    }

    byte type() {
        return window.get(record + RecordFormat.TYPE);
    }

    long position() {
        return window.getLong(record + RecordFormat.POSITION);
    }

    long time() {
        return window.getLong(record + RecordFormat.TIME);
    }

    /** Returns the current record. */
    RawRecord toRecord() {
        int length = window.getInt(record);
        byte[] body = new byte[length - RecordFormat.LEAST_LENGTH];
        window.get(record + RecordFormat.HEADER, body);
        return new RawRecord(
                file,
                at - RecordFormat.PREFIX - length,
                position(),
                time(),
                type(),
                window.get(record + RecordFormat.VERSION),
                body);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    FileChannel channel() {
        return channel;
    }

    private Step end() {
        window.limit(0); // what was not there may have come when we are asked again
        return Step.END;
    }

    private Step bad(String why) {
        window.limit(0);
        reason = why;
        return Step.BAD;
    }

    private ByteBuffer slice(int index, int length) {
        return window.slice(index, length);
    }

    /** Brings bytes from an offset on into the window, and lets {@link #record} point to them; how many of those wanted there are. */
    private int load(long offset, int wanted) throws IOException {
        if (offset < base || offset + wanted > base + window.limit()) {
            if (window.capacity() < wanted) {
                // The file has so many bytes, or the length is a lie: then nothing is allocated for it.
                if (channel.size() - offset < wanted) {
                    return 0;
                }
                window = ByteBuffer.allocate(wanted + CHUNK);
            }
            window.clear();
            base = offset;
            while (window.hasRemaining() && channel.read(window, base + window.position()) > 0) {
                // until the window is full or the file ends
            }
            window.flip();
        }
        record = (int) (offset - base);
        return Math.min(wanted, window.limit() - record);
    }

    /** Whether there is nothing but zeros from an offset to the end of the file. */
    private boolean isZeroFrom(long offset) throws IOException {
        long size = channel.size();
        if (knownEnd == offset) {
            return load(offset, 1) == 0 || window.get(record) == 0; // looked at before; now only the place itself
        }
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        for (long from = offset; from < size; from += chunk.limit()) {
            chunk.clear();
            if (channel.read(chunk, from) <= 0) {
                break;
            }
            chunk.flip();
            if (chunk.mismatch(ByteBuffer.allocate(chunk.limit())) >= 0) {
                return false;
            }
        }
        knownEnd = offset;
        return true;
    }
}
