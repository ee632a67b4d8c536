package dev.attune.journal;

import dev.attune.journal.SegmentScanner.Step;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A segment, counted.
 *
 * @param file where it is
 * @param first position of its first record, or of the record it waits for
 * @param records how many whole records it has
 * @param bytes up to the end of the last one, the seal included
 * @param fileBytes what it takes on disk
 * @param created when it was begun, in milliseconds since 1970; 0 if its header cannot be read
 * @param lastTime time of its last record or of its seal; that of its beginning if it has none
 * @param sealed whether it is complete
 * @param trouble what comes instead of the next record, such as a torn tail; null if nothing does
 */
public record SegmentInfo(
        Path file,
        long first,
        long records,
        long bytes,
        long fileBytes,
        long created,
        long lastTime,
        boolean sealed,
        @Nullable String trouble) {
    /** Position of its last record; one less than the first if it has none. */
    public long last() {
        return first + records - 1;
    }

    /** Walks over a segment up to its end or to the first record that is not whole. */
    static SegmentInfo of(JournalFolder.Numbered segment) throws IOException {
        try (SegmentScanner in = SegmentScanner.open(segment.file(), segment.position())) {
            String defect = in.headerDefect();
            if (defect != null) {
                return new SegmentInfo(segment.file(), segment.position(), 0, 0, in.size(), 0, 0, false, defect);
            }
            long created = in.header().created();
            long time = created;
            Step step = in.next();
            for (; step == Step.RECORD; step = in.next()) {
                time = in.time();
            }
            boolean sealed = step == Step.SEAL;
            return new SegmentInfo(
                    segment.file(),
                    segment.position(),
                    in.expected() - segment.position(),
                    in.offset() + (sealed ? RecordFormat.SEAL_BYTES : 0),
                    in.size(),
                    created,
                    sealed ? in.time() : time,
                    sealed,
                    step == Step.BAD ? in.reason() : null);
        }
    }
}
