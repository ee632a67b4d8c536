package dev.attune.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The recovered state of a data folder: the last valid snapshot, the events after it, and the journal, open for appending.
 *
 * <pre>{@code
 * try (FolderLock lock = FolderLock.acquire(folder); Recovery recovery = Recovery.open(lock, options)) {
 *     recovery.warnings().forEach(log::warn);
 *     recovery.snapshot().ifPresent(s -> ...);              // states at s.position()
 *     for (JournalRecord r = recovery.tail().next(); r != null; r = recovery.tail().next()) { ... }
 *     JournalWriter journal = recovery.journal();
 * }
 * }</pre>
 */
public final class Recovery implements Closeable {
    private final JournalWriter journal;
    private final Optional<SnapshotFile> snapshot;
    private final JournalReader tail;
    private final List<String> warnings;

    private Recovery(
            JournalWriter journal, Optional<SnapshotFile> snapshot, JournalReader tail, List<String> warnings) {
        this.journal = journal;
        this.snapshot = snapshot;
        this.tail = tail;
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Opens a data folder.
     *
     * @throws JournalFormatException if the last segment is damaged, or the journal does not go on where the snapshot ends;
     *     {@code attune journal repair} is the way out. Damage further up shows when the tail is read.
     */
    public static Recovery open(FolderLock lock, JournalOptions options) throws IOException {
        List<String> warnings = new ArrayList<>();
        JournalWriter journal = JournalWriter.open(lock, options);
        Optional<SnapshotFile> snapshot = Optional.empty();
        try {
            journal.tornTail().ifPresent(torn -> warnings.add("cut " + torn.message()));
            snapshot = new SnapshotStore(lock, options.disk())
                    .latest(damaged -> warnings.add(damaged + "; the one before it is used"));
            long from = snapshot.isPresent() ? snapshot.get().position() + 1 : 1;
            return new Recovery(journal, snapshot, JournalReader.open(lock.folder(), from), warnings);
        } catch (IOException | RuntimeException e) {
            journal.close();
            if (snapshot.isPresent()) {
                snapshot.get().close();
            }
            throw e;
        }
    }

    /** Returns the journal, open until this is closed. */
    public JournalWriter journal() {
        return journal;
    }

    /** Returns the last valid snapshot; empty if the tail is the whole journal. */
    public Optional<SnapshotFile> snapshot() {
        return snapshot;
    }

    /** Returns the events after the snapshot. */
    public JournalReader tail() {
        return tail;
    }

    /** Returns warnings: a torn tail that was cut, a damaged snapshot that was skipped. */
    public List<String> warnings() {
        return warnings;
    }

    /** Closes the journal, the reader and the snapshot. */
    @Override
    public void close() throws IOException {
        try (journal;
                tail) {
            if (snapshot.isPresent()) {
                snapshot.get().close();
            }
        }
    }
}
