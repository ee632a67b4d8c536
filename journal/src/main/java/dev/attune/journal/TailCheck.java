package dev.attune.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Distinguishes a torn tail from damage. A tail is torn if the machine stopped before the last fsync: its records were never acknowledged and may be
 * cut. Anything else was durable once, and is damage.
 *
 * <p>Two facts decide. Each record states which position was durable when it was appended; a record behind the bad one that states
 * the bad one as durable proves damage. And a segment is zeros before it is written, so of what did not reach the disk the last byte is
 * zero, or a whole sector's share is, or the file ends; a bad record without any of these was written whole and has changed since.
 */
final class TailCheck {
    /** The least that a disk writes at once, all or nothing. */
    static final int SECTOR = 512;

    /** A record that was found behind bad bytes. */
    record Found(long offset, long position) {}

    /** No record was found. */
    static final Found NONE = new Found(-1, -1);

    private final ByteBuffer bytes; // the rest of the file, from the bad record on
    private final long start;
    private final long expected;

    private TailCheck(ByteBuffer bytes, long start, long expected) {
        this.bytes = bytes;
        this.start = start;
        this.expected = expected;
    }

    /** Looks at what follows the bad record that a scanner stands at. */
    static TailCheck at(SegmentScanner scanner) throws IOException {
        long start = scanner.offset();
        long length = Math.min(Integer.MAX_VALUE, Math.max(0, scanner.size() - start));
        ByteBuffer rest = length == 0
                ? ByteBuffer.allocate(0)
                : scanner.channel().map(FileChannel.MapMode.READ_ONLY, start, length);
        return new TailCheck(rest, start, scanner.expected());
    }

    /** Returns whether the bad record, in the last segment of a journal, is where a crash stopped the writer. */
    boolean isTorn() {
        int index;
        for (Found later = nextRecord(1); later.offset >= 0; later = nextRecord(endOfRecord(index))) {
            index = (int) (later.offset - start);
            boolean seal = bytes.get(index + RecordFormat.TYPE) == RecordFormat.SEAL;
            long durable = later.position - bytes.getInt(index + RecordFormat.PENDING);
            if (seal || durable >= expected) {
                return false;
            }
        }
        return neverReachedTheDisk();
    }

    /** Returns the first whole record behind the bad one, of any position; {@link #NONE} if there is none. */
    Found nextRecord() {
        return nextRecord(1);
    }

    private int endOfRecord(int index) {
        return index + RecordFormat.PREFIX + bytes.getInt(index);
    }

    private Found nextRecord(int from) {
        int last = bytes.limit() - RecordFormat.HEADER;
        for (int i = from; i <= last; i++) {
            int length = bytes.getInt(i);
            if (RecordFormat.plausibleLength(length) && i + RecordFormat.PREFIX <= bytes.limit() - length) {
                long position = bytes.getLong(i + RecordFormat.POSITION);
                // Each record takes its bytes, so positions cannot have run further ahead than this.
                boolean near = position >= expected && position - expected <= i / RecordFormat.HEADER + 1;
                if (near
                        && bytes.getInt(i + Integer.BYTES)
                                == RecordFormat.crc(bytes, i + RecordFormat.PREFIX, i + RecordFormat.PREFIX + length)) {
                    return new Found(start + i, position);
                }
            }
        }
        return NONE;
    }

    private boolean neverReachedTheDisk() {
        if (bytes.limit() < RecordFormat.PREFIX) {
            return true; // the file ends first
        }
        int length = bytes.getInt(0);
        int extent;
        if (length == 0) {
            extent = 1; // at least the share of the first sector is missing
        } else if (!RecordFormat.plausibleLength(length)) {
            extent = Integer.BYTES; // half of the length may be missing, if a sector ends inside it
        } else if (length > bytes.limit() - RecordFormat.PREFIX) {
            return true; // here too
        } else {
            extent = RecordFormat.PREFIX + length;
            if (bytes.get(extent - 1) == 0) {
                return true;
            }
        }
        for (int from = 0; from < extent; ) {
            int to = (int) Math.min(bytes.limit(), SECTOR - (start + from) % SECTOR + from);
            if (isZero(from, length == 0 ? to : Math.min(to, extent))) {
                return true;
            }
            from = to;
        }
        return false;
    }

    private boolean isZero(int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
