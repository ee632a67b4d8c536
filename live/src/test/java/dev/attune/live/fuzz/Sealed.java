package dev.attune.live.fuzz;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Puts lengths, checksums and frames right, so that hostile bytes reach the code behind them: a checksum keeps accidents out, not
 * people.
 */
final class Sealed {
    private static final int CHECKPOINT_HEADER = 12;
    private static final int SEGMENT_HEADER = 28;
    private static final int RECORD_HEADER = 30;
    private static final byte RECORD_END = (byte) 0xA5;

    private Sealed() {}

    /** The same bytes as a checkpoint whose envelope is in order. */
    static byte[] checkpoint(byte[] bytes) {
        if (bytes.length < CHECKPOINT_HEADER + Integer.BYTES) {
            return bytes;
        }
        byte[] sealed = bytes.clone();
        ByteBuffer out = ByteBuffer.wrap(sealed);
        int body = sealed.length - CHECKPOINT_HEADER - Integer.BYTES;
        out.putInt(0x4154544E).putInt(1).putInt(body);
        out.putInt(CHECKPOINT_HEADER + body, crc(sealed, 0, CHECKPOINT_HEADER + body));
        return sealed;
    }

    /** The same bytes as a segment that begins at position 1 and whose records have sound frames; their bodies stay. */
    static byte[] segment(byte[] bytes) {
        if (bytes.length < SEGMENT_HEADER) {
            return bytes;
        }
        byte[] sealed = bytes.clone();
        ByteBuffer out = ByteBuffer.wrap(sealed);
        out.putInt(0x4154544A).putInt(1).putLong(1);
        out.putInt(24, crc(sealed, 0, 24));
        int at = SEGMENT_HEADER;
        for (long position = 1; sealed.length - at > RECORD_HEADER; position++) {
            int length = out.getInt(at);
            if (length < RECORD_HEADER - 8 + 1 || length > sealed.length - at - 8) {
                break;
            }
            out.putLong(at + 10, position);
            out.put(at + 7 + length, RECORD_END);
            out.putInt(at + 4, crc(sealed, at + 8, length));
            at += 8 + length;
        }
        return sealed;
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
