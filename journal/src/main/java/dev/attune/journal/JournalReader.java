package dev.attune.journal;

import dev.attune.journal.SegmentScanner.Step;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reads events in their order, from any position that is kept, across segments, in constant memory. It changes nothing and needs no
 * lock, so a journal may be read while a service writes it: at the end, asking again finds what has come since. For one thread.
 *
 * <p>A torn tail is the end, and {@link #tornTail} returns it. Damage stops the reader with a {@link JournalFormatException} that
 * names the position; asking again throws it again.
 */
public final class JournalReader implements Closeable {
    /** How often, and after how long, bytes that are no record are looked at again. */
    private static final int LOOKS = 2;

    private static final long LOOK_NANOS = 500_000;

    private final JournalFolder folder;
    private final long from;
    private @Nullable SegmentScanner scanner;
    private @Nullable TornTail torn;
    private long next;
    private long bytesBehind; // of segments that have been read to their end

    private JournalReader(JournalFolder folder, long from) {
        this.folder = folder;
        this.from = from;
    }

    /**
     * Opens a journal at a position.
     *
     * @param from position of the first event wanted, from 1; one more than the last is the end
     * @throws JournalFormatException if this position is no longer kept, or the journal does not reach it
     */
    public static JournalReader open(JournalFolder folder, long from) throws IOException {
        if (from < 1) {
            throw new IllegalArgumentException("positions begin at 1, not at " + from);
        }
        JournalReader reader = new JournalReader(folder, from);
        try {
            reader.seek();
            return reader;
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /**
     * Opens a journal at a position, from a record at or before it.
     *
     * @param segment with the record
     * @param offset of the record in the segment
     * @param position of the record
     */
    static JournalReader open(
            JournalFolder folder, long from, JournalFolder.Numbered segment, long offset, long position)
            throws IOException {
        JournalReader reader = new JournalReader(folder, from);
        try {
            reader.enter(segment);
            SegmentScanner in = reader.scanner;
            if (in != null) {
                in.resume(offset, position);
                reader.next = position;
            }
            while (reader.next < from && reader.step() != null) {
                // up to the position
            }
            reader.requireThere();
            return reader;
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** Opens a journal at the first event that is kept. */
    public static JournalReader openAtStart(JournalFolder folder) throws IOException {
        List<JournalFolder.Numbered> segments = folder.segments();
        return open(folder, segments.isEmpty() ? 1 : segments.get(0).position());
    }

    private void seek() throws IOException {
        JournalFolder.Numbered start = null;
        List<JournalFolder.Numbered> segments = folder.segments();
        for (JournalFolder.Numbered segment : segments) {
            if (segment.position() <= from) {
                start = segment;
            }
        }
        if (start != null) {
            enter(start);
            SegmentScanner in = scanner;
            while (in != null && in.expected() < from && step() != null) {
                in = scanner;
            }
        } else if (!segments.isEmpty()) {
            throw new JournalFormatException(
                    from,
                    "position " + from + " is no longer kept: the journal begins at position "
                            + segments.get(0).position());
        } else {
            next = 1;
        }
        requireThere();
    }

    private void requireThere() throws JournalFormatException {
        if (next != from) {
            throw new JournalFormatException(
                    from, "the journal ends at position " + (next - 1) + ", so it has no position " + from);
        }
    }

    /** Returns the next event; null at the end. */
    public @Nullable JournalRecord next() throws IOException {
        RawRecord record = nextRaw();
        return record == null ? null : record.decode();
    }

    /** Returns the next event without decoding it; null at the end. */
    public @Nullable RawRecord nextRaw() throws IOException {
        SegmentScanner at = step();
        return at == null ? null : at.toRecord();
    }

    /** Returns the position of the next event. */
    public long position() {
        return next;
    }

    /** Bytes of segments read so far, from the segment in which reading began; for progress towards {@link JournalFolder#bytes}. */
    public long bytesRead() {
        SegmentScanner in = scanner;
        return in == null ? 0 : bytesBehind + in.offset();
    }

    /** Returns the torn tail behind the last event, known once {@link #next} has returned null. */
    public Optional<TornTail> tornTail() {
        return Optional.ofNullable(torn);
    }

    @Override
    public void close() throws IOException {
        if (scanner != null) {
            scanner.close();
        }
    }

    /** Goes to the next record, wherever it is; null at the end. */
    private @Nullable SegmentScanner step() throws IOException {
        torn = null;
        while (true) {
            SegmentScanner in = scanner;
            if (in == null) { // there was no segment when last looked
                List<JournalFolder.Numbered> segments = folder.segments();
                if (segments.isEmpty()) {
                    return null;
                }
                enter(segments.get(0));
                continue;
            }
            Step step = in.next();
            if (step == Step.RECORD) {
                next = in.expected();
                return in;
            }
            JournalFolder.Numbered later = following(in);
            if (step == Step.SEAL) {
                if (later == null) {
                    return null;
                }
                if (later.position() != in.expected()) {
                    throw new JournalFormatException(
                            later.file(), 0, in.expected(), "the segment that begins at this position is missing");
                }
                bytesBehind += in.size();
                in.close();
                enter(later);
                continue;
            }
            return atEnd(in, step, later != null);
        }
    }

    /** Handles bytes without a whole record and without a seal: the end, a torn tail, damage, or a concurrent write. */
    private @Nullable SegmentScanner atEnd(SegmentScanner in, Step first, boolean followed) throws IOException {
        if (first == Step.END && !followed) {
            return null;
        }
        Step again = in.next();
        for (int i = 0; i < LOOKS && again == Step.BAD; i++) {
            LockSupport.parkNanos(LOOK_NANOS); // a record that is being written at this moment
            again = in.next();
        }
        if (again == Step.RECORD) {
            next = in.expected();
            return in;
        }
        if (again == Step.SEAL) {
            return step();
        }
        if (again == Step.END && !followed) {
            return null;
        }
        if (followed) {
            throw Damage.at(
                    in,
                    in.offset(),
                    again == Step.BAD ? in.reason() : "the segment ends without a seal, but another one follows");
        }
        torn = Damage.requireTorn(in);
        return null;
    }

    private JournalFolder.@Nullable Numbered following(SegmentScanner in) throws IOException {
        for (JournalFolder.Numbered segment : folder.segments()) {
            if (segment.position() > in.first()) {
                return segment;
            }
        }
        return null;
    }

    private void enter(JournalFolder.Numbered segment) throws IOException {
        SegmentScanner entered = SegmentScanner.open(segment.file(), segment.position());
        scanner = entered;
        next = entered.expected();
        String defect = entered.headerDefect();
        if (defect != null) {
            throw Damage.at(entered, 0, defect);
        }
    }
}
