package dev.attune.journal;

import dev.attune.journal.Disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Appends whole records to the last segment and begins the next one when it is full. For one thread. */
final class SegmentWriter implements Closeable {
    private final SpareSegment spare;
    private final LongSupplier clock;
    private final int segmentBytes;
    private final @Nullable TornTail torn;
    private DiskFile file;
    private long at;
    private long records;
    private long next;

    /** Opens the last segment of a folder, after cutting what a crash has left, or begins the first one. */
    static SegmentWriter open(JournalFolder folder, JournalOptions options) throws IOException {
        SegmentFiles files = new SegmentFiles(folder, options);
        List<JournalFolder.Numbered> segments = folder.segments();
        if (segments.isEmpty()) {
            return new SegmentWriter(files, options, 1);
        }
        JournalFolder.Numbered last = segments.get(segments.size() - 1);
        try (SegmentScanner scanner = SegmentScanner.open(last.file(), last.position())) {
            LastSegment found = LastSegment.read(scanner);
            if (found.sealed()) {
                return new SegmentWriter(files, options, found.next());
            }
            DiskFile file = files.renew(
                    last.file(), scanner.header(), SegmentHeader.BYTES, found.end(), ByteBuffer.allocate(0));
            return new SegmentWriter(files, options, file, last.position(), found);
        }
    }

    private SegmentWriter(SegmentFiles files, JournalOptions options, DiskFile file, long first, LastSegment found) {
        this.spare = new SpareSegment(files);
        this.clock = options.clock();
        this.segmentBytes = options.segmentBytes();
        this.torn = found.torn();
        this.file = file;
        this.at = found.end();
        this.records = found.next() - first;
        this.next = found.next();
        spare.prepare();
    }

    private SegmentWriter(SegmentFiles files, JournalOptions options, long first) throws IOException {
        this.spare = new SpareSegment(files);
        this.clock = options.clock();
        this.segmentBytes = options.segmentBytes();
        this.torn = null;
        this.file = spare.take(new SegmentHeader(first, clock.getAsLong()));
        this.at = SegmentHeader.BYTES;
        this.next = first;
        spare.prepare();
    }

    long next() {
        return next;
    }

    Optional<TornTail> torn() {
        return Optional.ofNullable(torn);
    }

    /** Writes whole records and returns when they are durable. */
    void commit(ByteBuffer batch) throws IOException {
        ByteBuffer rest = batch.duplicate();
        while (rest.hasRemaining()) {
            int fitting = fitting(rest);
            if (fitting == 0) {
                rotate();
                continue;
            }
            ByteBuffer part = rest.slice(rest.position(), fitting);
            file.writeFully(part, at);
            at += fitting;
            rest.position(rest.position() + fitting);
        }
        file.force();
    }

    /** How many bytes of records the segment still takes, which are then counted; a fresh one takes any one record. */
    private int fitting(ByteBuffer batch) {
        long room = segmentBytes - at - RecordFormat.SEAL_BYTES;
        int begin = batch.position();
        int end = begin;
        while (end < batch.limit()) {
            int whole = RecordFormat.PREFIX + batch.getInt(end);
            if (end - begin + whole > room && records > 0) {
                break;
            }
            end += whole;
            records++;
            next++;
        }
        return end - begin;
    }

    private void rotate() throws IOException {
        seal();
        file.close();
        file = spare.take(new SegmentHeader(next, clock.getAsLong()));
        at = SegmentHeader.BYTES;
        records = 0;
        spare.prepare();
    }

    /** A seal says that all before it is durable, so that must be true before the seal can reach the disk. */
    private void seal() throws IOException {
        file.force();
        file.writeFully(RecordFormat.seal(next, clock.getAsLong(), records), at);
        file.force();
        file.truncate(at + RecordFormat.SEAL_BYTES); // saves space; if it does not last, zeros remain, which do no harm
    }

    /** Ends the segment, so that the next start finds nothing to repair. An empty one is left for the next start. */
    void sealAndClose() throws IOException {
        try (this) {
            if (records > 0) {
                seal();
            }
        }
    }

    /** Closes the files as they are. */
    @Override
    public void close() throws IOException {
        try (spare) {
            file.close();
        }
    }
}
