package dev.attune.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds records of a journal without decoding and checking those between: by position, and by the bandit and decision in their headers. Keeps the
 * offset of every {@value #EVERY}th record of the segments that were used, 8 bytes each, and learns more of them as the journal grows. A record that
 * is returned has been checked. Thread-safe.
 */
public final class JournalIndex {
    private static final int EVERY = 256;
    private static final int CHUNK = 1 << 20;
    private static final int NUMBER = RecordFormat.HEADER + Integer.BYTES; // of the decision, behind that of the bandit
    private static final int PEEKED = NUMBER + Long.BYTES;

    private final JournalFolder folder;
    private final Map<Long, Offsets> known = new HashMap<>(); // by the first position of the segment

    /** Creates an empty index. */
    public JournalIndex(JournalFolder folder) {
        this.folder = folder;
    }

    /**
     * Opens the journal at a position, as {@link JournalReader#open} does.
     *
     * @throws JournalFormatException if this position is no longer kept, or the journal does not reach it
     */
    public JournalReader open(long from) throws IOException {
        Place place = from < 1 ? null : locate(from);
        return place == null
                ? JournalReader.open(folder, from)
                : JournalReader.open(folder, from, place.segment, place.offset, place.position);
    }

    /**
     * Returns the rewards and the end of a decision, in their order; without the end if it is not found.
     *
     * @param from position of the decision
     * @param to last position to look at, which must be durable
     */
    public List<JournalRecord> endings(int bandit, long decision, long from, long to) throws IOException {
        return find(
                from + 1,
                to,
                at -> at.bandit() == bandit && EventCodec.isOfDecision(at.type()) && at.number() == decision,
                at -> EventCodec.isEnd(at.type()));
    }

    /** Returns the changes of a bandit by operators, such as new catalogues, from one position to another. */
    public List<JournalRecord> changes(int bandit, long from, long to) throws IOException {
        return find(from, to, at -> EventCodec.isChange(at.type()) && at.bandit() == bandit, at -> false);
    }

    private interface Test {
        boolean accepts(Headers at);
    }

    private List<JournalRecord> find(long from, long to, Test wanted, Test last) throws IOException {
        List<JournalRecord> found = new ArrayList<>();
        Place place = from > to ? null : locate(from);
        while (place != null) {
            try (Headers at = new Headers(place)) {
                for (; at.next() && at.position <= to; at.skip()) {
                    if (at.position >= from && wanted.accepts(at)) {
                        found.add(read(place.segment, at.at, at.position));
                        if (last.accepts(at)) {
                            return found;
                        }
                    }
                }
                place = at.position > to ? null : segmentAt(at.position);
            }
        }
        return found;
    }

    private static JournalRecord read(JournalFolder.Numbered segment, long offset, long position) throws IOException {
        try (SegmentScanner scanner = SegmentScanner.open(segment.file(), segment.position())) {
            scanner.resume(offset, position);
            if (scanner.next() != SegmentScanner.Step.RECORD) {
                throw new JournalFormatException(segment.file(), offset, position, "the record is damaged");
            }
            return scanner.toRecord().decode();
        }
    }

    /** A record in a segment. */
    private record Place(JournalFolder.Numbered segment, long offset, long position) {}

    /** Offsets of some records of a segment. */
    private static final class Offsets {
        long[] of = new long[16];
        int n;
        long nextOffset = SegmentHeader.BYTES;
        long nextPosition;

        void add(long offset) {
            if (n == of.length) {
                of = Arrays.copyOf(of, 2 * n);
            }
            of[n++] = offset;
        }
    }

    private @Nullable Place segmentAt(long first) throws IOException {
        for (JournalFolder.Numbered segment : folder.segments()) {
            if (segment.position() == first) {
                return new Place(segment, SegmentHeader.BYTES, first);
            }
        }
        return null;
    }

    /** Returns a place at or shortly before a position; null if no segment has it. */
    private synchronized @Nullable Place locate(long position) throws IOException {
        List<JournalFolder.Numbered> segments = folder.segments();
        known.keySet().removeIf(first -> segments.stream().noneMatch(each -> each.position() == first));
        JournalFolder.Numbered segment = null;
        for (JournalFolder.Numbered each : segments) {
            if (each.position() <= position) {
                segment = each;
            }
        }
        if (segment == null) {
            return null;
        }
        long first = segment.position();
        Offsets offsets = known.computeIfAbsent(first, made -> new Offsets());
        if (offsets.n == 0) {
            offsets.nextPosition = first;
        }
        if (offsets.nextPosition <= position) {
            learn(segment, offsets, position);
        }
        if (offsets.n == 0) {
            return new Place(segment, SegmentHeader.BYTES, first);
        }
        int index = (int) Math.min(offsets.n - 1L, (position - first) / EVERY);
        return new Place(segment, offsets.of[index], first + (long) index * EVERY);
    }

    private static void learn(JournalFolder.Numbered segment, Offsets offsets, long position) throws IOException {
        try (Headers at = new Headers(new Place(segment, offsets.nextOffset, offsets.nextPosition))) {
            for (; at.position <= position && at.next(); at.skip()) {
                if ((at.position - segment.position()) % EVERY == 0) {
                    offsets.add(at.at);
                }
            }
            offsets.nextOffset = at.at;
            offsets.nextPosition = at.position;
        }
    }

    /** Walks over the headers of a segment. */
    private static final class Headers implements Closeable {
        private final JournalFolder.Numbered segment;
        private final FileChannel channel;
        private final ByteBuffer window = ByteBuffer.allocate(CHUNK).limit(0);
        private long base;
        private long at; // offset of the record
        private long position; // of the record
        private int index; // of the record in the window

        Headers(Place place) throws IOException {
            segment = place.segment;
            channel = FileChannel.open(segment.file(), StandardOpenOption.READ);
            at = place.offset;
            position = place.position;
        }

        /** Looks at the record; returns whether there is one. */
        boolean next() throws IOException {
            if (at < base || at + PEEKED > base + window.limit()) {
                window.clear();
                base = at;
                while (window.hasRemaining() && channel.read(window, base + window.position()) > 0) {
                    // until the window is full or the file ends
                }
                window.flip();
            }
            index = (int) (at - base);
            if (window.limit() - index < RecordFormat.HEADER || window.getInt(index) == 0) {
                return false;
            }
            if (type() == RecordFormat.SEAL) {
                return false;
            }
            if (!RecordFormat.plausibleLength(window.getInt(index))
                    || window.getLong(index + RecordFormat.POSITION) != position) {
                throw new JournalFormatException(segment.file(), at, position, "the record is damaged");
            }
            return true;
        }

        void skip() {
            at += RecordFormat.PREFIX + window.getInt(index);
            position++;
        }

        byte type() {
            return window.get(index + RecordFormat.TYPE);
        }

        int bandit() {
            return window.limit() - index < NUMBER ? -1 : window.getInt(index + RecordFormat.HEADER);
        }

        /** Returns the number of the decision of a reward or an end. */
        long number() {
            return window.limit() - index < PEEKED ? -1 : window.getLong(index + NUMBER);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
