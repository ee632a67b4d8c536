package dev.attune.journal;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a segment, big-endian.
 *
 * <pre>
 *   offset  bytes  content
 *   0       4      magic, the letters ATTJ
 *   4       4      version of the format, 1
 *   8       8      position of the first record
 *   16      8      when the segment was begun, milliseconds since 1970
 *   24      4      CRC32C of the 24 bytes before it
 * </pre>
 */
record SegmentHeader(long first, long created) {
    static final int BYTES = 28;
    private static final int MAGIC = 0x4154544A;
    private static final int FORMAT = 1;
    private static final int CRC_AT = 24;

    ByteBuffer toBytes() {
        ByteBuffer out = ByteBuffer.allocate(BYTES);
        out.putInt(MAGIC).putInt(FORMAT).putLong(first).putLong(created);
        out.putInt(RecordFormat.crc(out, 0, CRC_AT));
        return out.flip();
    }

    static SegmentHeader read(ByteBuffer in) {
        return new SegmentHeader(in.getLong(8), in.getLong(16));
    }

    /** What is wrong with the bytes of a header; null if nothing is. */
    static @Nullable String defect(ByteBuffer in, long first) {
        if (in.limit() < BYTES) {
            return "the file ends inside the header of the segment";
        }
        if (in.getInt(0) != MAGIC) {
            return "the file is not a segment of a journal: it does not begin with ATTJ";
        }
        if (in.getInt(4) != FORMAT) {
            return "the segment has format " + in.getInt(4) + ", this program reads format " + FORMAT;
        }
        if (in.getInt(CRC_AT) != RecordFormat.crc(in, 0, CRC_AT)) {
            return "the checksum of the segment's header does not match";
        }
        if (in.getLong(8) != first) {
            return "the header says that the segment begins at position " + in.getLong(8) + ", the file name says "
                    + first;
        }
        return null;
    }
}
