package dev.attune.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What most tests do with a journal. */
final class TestJournal {
    /** Small segments are prepared quickly. */
    static final JournalOptions SMALL = JournalOptions.DEFAULT.withSegmentBytes(1 << 16);

    private TestJournal() {}

    /** Appends numbered events, each with a commit of its own, and leaves the journal as a crash would: without a seal. */
    static void appendAndCrash(Path root, JournalOptions options, int events) throws Exception {
        try (FolderLock lock = FolderLock.acquire(root)) {
            JournalWriter journal = JournalWriter.open(lock, options);
            long start = journal.lastPosition();
            for (long i = start + 1; i <= start + events; i++) {
                journal.awaitDurable(journal.append(Events.numbered(i), i));
            }
            // neither closed nor sealed
        }
    }

    /** The same in order, sealed. */
    static void append(Path root, JournalOptions options, int events) throws Exception {
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, options)) {
            long start = journal.lastPosition();
            for (long i = start + 1; i <= start + events; i++) {
                journal.append(Events.numbered(i), i);
            }
        }
    }

    static List<JournalRecord> readAll(Path root) throws IOException {
        return read(JournalReader.openAtStart(new JournalFolder(root)));
    }

    static List<JournalRecord> read(JournalReader opened) throws IOException {
        List<JournalRecord> records = new ArrayList<>();
        try (JournalReader reader = opened) {
            for (JournalRecord next = reader.next(); next != null; next = reader.next()) {
                records.add(next);
            }
        }
        return records;
    }

    static List<JournalRecord> numbered(int from, int to) {
        List<JournalRecord> records = new ArrayList<>();
        for (long i = from; i <= to; i++) {
            records.add(new JournalRecord(i, i, Events.numbered(i)));
        }
        return records;
    }

    static Path onlySegment(Path root) throws IOException {
        return new JournalFolder(root).segments().get(0).file();
    }
}
