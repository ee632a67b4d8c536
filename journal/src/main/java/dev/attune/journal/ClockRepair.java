package dev.attune.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Corrects the dates of events that a clock which was ahead has dated after the present. They get the date of the last event before them that is not after
 * the present, so that their order and their contents stay as they are. Snapshots have deadlines that were computed from the wrong dates; they are
 * renamed, and the next start rebuilds all states from the first event on. A segment is replaced as a whole: if this is interrupted, the journal is sound,
 * and it can be done again.
 *
 * @param events number of events dated after the present
 * @param first position of the first of them; 0 if there is none
 * @param latest the latest date, in milliseconds since 1970
 */
public record ClockRepair(long events, long first, long latest) {
    private static final String ASIDE = ".wrong-clock";

    /**
     * Looks at a journal and changes nothing.
     *
     * @param now the present, in milliseconds since 1970
     * @throws JournalFormatException if the journal is damaged
     */
    public static ClockRepair of(JournalFolder folder, long now) throws IOException {
        long events = 0;
        long first = 0;
        long latest = 0;
        try (JournalReader reader = JournalReader.openAtStart(folder)) {
            for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                latest = Math.max(latest, record.time());
                if (record.time() > now) {
                    first = events++ == 0 ? record.position() : first;
                }
            }
        }
        return new ClockRepair(events, first, latest);
    }

    /**
     * Corrects the dates.
     *
     * @param now the present, in milliseconds since 1970
     * @throws IOException if the journal no longer begins with its first event, so that states cannot be rebuilt; nothing was changed
     */
    public static void carryOut(FolderLock lock, long now, Disk disk) throws IOException {
        lock.requireHeld();
        JournalFolder folder = lock.folder();
        List<JournalFolder.Numbered> segments = folder.segments();
        if (!segments.isEmpty() && segments.get(0).position() != 1) {
            throw new IOException(
                    "the journal begins at position " + segments.get(0).position()
                            + ", so states cannot be rebuilt with other dates. The service can be started as it is: windows keep"
                            + " their length, and its time comes to that of the clock");
        }
        for (JournalFolder.Numbered snapshot : folder.snapshots()) {
            disk.replace(
                    snapshot.file(),
                    snapshot.file().resolveSibling(snapshot.file().getFileName() + ASIDE));
        }
        disk.forceFolder(folder.snapshotFolder());
        long last = 0;
        for (JournalFolder.Numbered segment : segments) {
            last = redate(segment.file(), now, last, disk);
        }
        disk.forceFolder(folder.segmentFolder());
    }

    private static long redate(Path file, long now, long before, Disk disk) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        long last = before;
        boolean changed = false;
        int at = SegmentHeader.BYTES;
        while (bytes.limit() - at >= RecordFormat.HEADER) {
            int length = bytes.getInt(at);
            int end = at + RecordFormat.PREFIX + length;
            if (!RecordFormat.plausibleLength(length)
                    || end > bytes.limit()
                    || bytes.getInt(at + Integer.BYTES) != RecordFormat.crc(bytes, at + RecordFormat.PREFIX, end)) {
                break; // the end, or a torn tail, which a start cuts
            }
            long time = bytes.getLong(at + RecordFormat.TIME);
            if (time > now) {
                bytes.putLong(at + RecordFormat.TIME, last == 0 ? now : last);
                bytes.putInt(at + Integer.BYTES, RecordFormat.crc(bytes, at + RecordFormat.PREFIX, end));
                changed = true;
            } else {
                last = Math.max(last, time);
            }
            at = end;
        }
        if (changed) {
            Path fresh = file.resolveSibling("redated" + JournalFolder.TEMPORARY_SUFFIX);
            try (Disk.DiskFile out = disk.open(fresh)) {
                out.writeFully(bytes, 0);
                out.force();
            }
            disk.replace(fresh, file);
        }
        return last;
    }
}
