package dev.attune.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How much of the journal is kept. A segment goes when it is too old, or when the journal is too large, the oldest first; but only if it
 * is complete, covered by both of the last two snapshots, and no longer needed.
 *
 * @param age time for which a segment is kept after its end
 * @param bytes largest size of all segments together
 */
public record Retention(Duration age, long bytes) {
    /** Keeps everything. */
    public static final Retention ALL = new Retention(Duration.ofMillis(Long.MAX_VALUE), Long.MAX_VALUE);

    /** Rejects limits below zero. */
    public Retention {
        if (age.isNegative() || bytes < 0) {
            throw new IllegalArgumentException("a journal cannot be kept for " + age + " or up to " + bytes + " bytes");
        }
    }

    /**
     * Deletes segments that need not be kept.
     *
     * @param neededFrom the lowest position that is still needed, such as the oldest decision that waits for its reward;
     *     {@link Long#MAX_VALUE} for none
     * @param now in milliseconds since 1970
     * @return the files that were deleted
     */
    public List<Path> apply(FolderLock lock, long neededFrom, long now) throws IOException {
        lock.requireHeld();
        JournalFolder folder = lock.folder();
        List<JournalFolder.Numbered> segments = folder.segments();
        long covered = Math.min(covered(folder), neededFrom - 1);
        long total = 0;
        for (JournalFolder.Numbered segment : segments) {
            total += Files.size(segment.file());
        }
        List<Path> deleted = new ArrayList<>();
        // The last segment is being written; that it follows shows that the one before it is sealed.
        for (int i = 0; i < segments.size() - 1; i++) {
            Path file = segments.get(i).file();
            boolean wanted = segments.get(i + 1).position() - 1 > covered;
            if (wanted || (total <= bytes && now - endTime(file) <= age.toMillis())) {
                break;
            }
            total -= Files.size(file);
            Files.delete(file);
            deleted.add(file);
        }
        return deleted;
    }

    /** The last position that the older one of the last two snapshots covers. */
    private static long covered(JournalFolder folder) throws IOException {
        List<JournalFolder.Numbered> snapshots = folder.snapshots();
        return snapshots.size() < SnapshotStore.KEPT
                ? 0
                : snapshots.get(snapshots.size() - SnapshotStore.KEPT).position();
    }

    /** The seal is at the end of the file and has the time; if a crash has kept zeros behind it, the file's own time must do. */
    private static long endTime(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer seal = ByteBuffer.allocate(RecordFormat.SEAL_BYTES);
            long at = channel.size() - RecordFormat.SEAL_BYTES;
            if (at >= 0 && channel.read(seal, at) == RecordFormat.SEAL_BYTES) {
                boolean sound = seal.get(RecordFormat.TYPE) == RecordFormat.SEAL
                        && seal.getInt(Integer.BYTES)
                                == RecordFormat.crc(seal.flip(), RecordFormat.PREFIX, RecordFormat.SEAL_BYTES);
                if (sound) {
                    return seal.getLong(RecordFormat.TIME);
                }
            }
            return Files.getLastModifiedTime(file).toMillis();
        }
    }
}
