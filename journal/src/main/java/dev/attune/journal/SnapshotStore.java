package dev.attune.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The snapshots of a data folder. A snapshot appears whole or not at all. The last two are kept, so that a damaged one does not matter:
 * the one before it, and more of the journal, give the same state.
 */
public final class SnapshotStore {
    /** How many snapshots are kept. */
    public static final int KEPT = 2;

    private final FolderLock lock;
    private final Disk disk;

    /** The snapshots of a folder. */
    public SnapshotStore(FolderLock lock, Disk disk) {
        this.lock = lock;
        this.disk = disk;
    }

    /**
     * Begins a snapshot. One at a time.
     *
     * @param position the last position whose event is in the states; it must be durable in the journal
     * @param time in milliseconds since 1970
     */
    public SnapshotWriter begin(long position, long time) throws IOException {
        lock.requireHeld();
        return new SnapshotWriter(this, disk, position, time);
    }

    /**
     * The latest snapshot that is sound, opened.
     *
     * @param damaged hears of each one that had to be passed over; people should hear of it too
     */
    public Optional<SnapshotFile> latest(Consumer<String> damaged) throws IOException {
        return latest(lock.folder(), damaged);
    }

    static Optional<SnapshotFile> latest(JournalFolder folder, Consumer<String> damaged) throws IOException {
        return latest(folder, Long.MAX_VALUE, damaged);
    }

    /**
     * Returns the latest sound snapshot of a position or an earlier one, opened. Needs no lock.
     *
     * @param position the last position that it may cover
     * @param damaged receives a message for each one that had to be skipped
     */
    public static Optional<SnapshotFile> latest(JournalFolder folder, long position, Consumer<String> damaged)
            throws IOException {
        List<JournalFolder.Numbered> all = new ArrayList<>(folder.snapshots());
        all.removeIf(snapshot -> snapshot.position() > position);
        Collections.reverse(all);
        for (JournalFolder.Numbered snapshot : all) {
            try {
                return Optional.of(SnapshotFile.open(snapshot.file(), snapshot.position()));
            } catch (JournalFormatException e) {
                damaged.accept(String.valueOf(e.getMessage()));
            }
        }
        return Optional.empty();
    }

    JournalFolder folder() {
        return lock.folder();
    }

    /** Deletes all but the last few. */
    void prune() throws IOException {
        List<JournalFolder.Numbered> all = lock.folder().snapshots();
        for (JournalFolder.Numbered old : all.subList(0, Math.max(0, all.size() - KEPT))) {
            Files.deleteIfExists(old.file());
        }
    }
}
