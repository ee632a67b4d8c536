package dev.attune.journal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How the last segment of a journal ends.
 *
 * @param sealed whether it is complete
 * @param end where its last whole record ends
 * @param next position of the next record
 * @param torn what a crash has left behind the end; null if nothing
 */
record LastSegment(
        boolean sealed, long end, long next, @Nullable TornTail torn) {
    /**
     * Walks over all records.
     *
     * @throws JournalFormatException if the segment is damaged
     */
    static LastSegment read(SegmentScanner scanner) throws IOException {
        String defect = scanner.headerDefect();
        if (defect != null) {
            throw Damage.at(scanner, 0, defect);
        }
        SegmentScanner.Step step = scanner.next();
        while (step == SegmentScanner.Step.RECORD) {
            step = scanner.next();
        }
        TornTail torn = step == SegmentScanner.Step.BAD ? Damage.requireTorn(scanner) : null;
        return new LastSegment(step == SegmentScanner.Step.SEAL, scanner.offset(), scanner.expected(), torn);
    }
}
