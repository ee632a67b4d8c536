package dev.attune.journal;

import dev.attune.journal.SegmentScanner.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** All whole records of a journal, also those behind damage, as runs without a gap. */
final class Runs {
    /**
     * Records of one segment that follow each other.
     *
     * @param segment where they are
     * @param first position of the first one
     * @param next position behind the last one
     * @param from offset of the first one
     * @param to offset behind the last one
     * @param begins whether nothing is wrong before them in their segment
     * @param end what follows them in their segment
     */
    record Run(JournalFolder.Numbered segment, long first, long next, long from, long to, boolean begins, Step end) {
        /** Whether a position is one of these, or comes first here and is still to be written. */
        boolean has(long position) {
            return first <= position && (position < next || first == next);
        }

        boolean sealed() {
            return end == Step.SEAL;
        }
    }

    private Runs() {}

    static List<Run> of(JournalFolder folder) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (JournalFolder.Numbered segment : folder.segments()) {
            try (SegmentScanner in = SegmentScanner.open(segment.file(), segment.position())) {
                collect(segment, in, in.headerDefect() == null, runs);
            }
        }
        return runs;
    }

    private static void collect(JournalFolder.Numbered segment, SegmentScanner in, boolean sound, List<Run> runs)
            throws IOException {
        boolean begins = sound;
        while (true) {
            long first = in.expected();
            long from = in.offset();
            Step step = in.next();
            while (step == Step.RECORD) {
                step = in.next();
            }
            if (in.expected() > first || begins) {
                runs.add(new Run(segment, first, in.expected(), from, in.offset(), begins, step));
            }
            if (step != Step.BAD) {
                return;
            }
            TailCheck.Found found = TailCheck.at(in).nextRecord();
            if (found.offset() < 0) {
                return;
            }
            in.resume(found.offset(), found.position());
            begins = false;
        }
    }

    /** How many whole records there are from a position on. */
    static long countFrom(List<Run> runs, long position) {
        long count = 0;
        for (Run run : runs) {
            count += Math.max(0, run.next - Math.max(run.first, position));
        }
        return count;
    }
}
