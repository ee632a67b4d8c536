package dev.attune.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The frame around every record, big-endian; see {@code docs/format/journal.md}.
 *
 * <pre>
 *   offset  bytes  content
 *   0       4      n, number of bytes after the checksum; 0 is the end of what was written
 *   4       4      CRC32C of these n bytes
 *   8       1      type
 *   9       1      version of the type's layout
 *   10      8      position
 *   18      8      time, milliseconds since 1970
 *   26      4      position minus the last position that was durable when this record was appended
 *   30      n-23   body
 *   7+n     1      A5, so that a record which was not written to its end does not end so
 * </pre>
 */
final class RecordFormat {
    /** Bytes before the checksummed part. */
    static final int PREFIX = 8;

    static final int TYPE = 8;
    static final int VERSION = 9;
    static final int POSITION = 10;
    static final int TIME = 18;
    static final int PENDING = 26;

    /** Bytes before the body. */
    static final int HEADER = 30;

    /** The last byte of every record. */
    static final byte END = (byte) 0xA5;

    /** The least length that a record can tell. */
    static final int LEAST_LENGTH = HEADER - PREFIX + 1;

    /** The greatest length that a record can tell: room for a request of 10 MB, and a bound for readers. */
    static final int GREATEST_LENGTH = 16 << 20;

    /** Type of the record that ends a segment which is complete; not an event. */
    static final byte SEAL = 0x7F;

    static final byte SEAL_VERSION = 1;

    /** A seal's body is the number of records before it. */
    static final int SEAL_BYTES = HEADER + Long.BYTES + 1;

    private RecordFormat() {}

    static boolean plausibleLength(int length) {
        return length >= LEAST_LENGTH && length <= GREATEST_LENGTH;
    }

    static ByteBuffer seal(long nextPosition, long time, long records) {
        ByteBuffer out = ByteBuffer.allocate(SEAL_BYTES);
        out.putInt(SEAL_BYTES - PREFIX).putInt(0);
        out.put(SEAL).put(SEAL_VERSION).putLong(nextPosition).putLong(time).putInt(1);
        out.putLong(records).put(END).flip();
        out.putInt(Integer.BYTES, crc(out, PREFIX, SEAL_BYTES));
        return out;
    }

    /** CRC32C of bytes from one index to another; position and limit stay as they are. */
    static int crc(ByteBuffer bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().limit(to).position(from));
        return (int) crc.getValue();
    }
}
