package dev.attune.server.runtime;

import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.SnapshotFile;
import dev.attune.journal.SnapshotStore;
import dev.attune.live.LiveBandit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The bandits of a data folder at its last durable event. Reads only and takes no lock: the service may be running or stopped. Not
 * thread-safe.
 */
public final class StoredBandits {
    private final PastStates past;
    private final Directory directory = new Directory();

    private StoredBandits(JournalFolder folder) {
        this.past = new PastStates(folder);
    }

    /**
     * Finds the bandits of a data folder.
     *
     * @throws java.nio.file.NotDirectoryException if it is not a data folder
     * @throws dev.attune.journal.JournalFormatException if the journal is damaged
     */
    public static StoredBandits open(Path root) throws IOException {
        JournalFolder folder = JournalFolder.existing(root);
        StoredBandits found = new StoredBandits(folder);
        Optional<SnapshotFile> latest = SnapshotStore.latest(folder, Long.MAX_VALUE, damaged -> {});
        if (latest.isPresent()) {
            try (SnapshotFile snapshot = latest.get()) {
                found.directory.read(snapshot.state(Directory.PART));
                found.replay(found.past.open(snapshot.position() + 1));
            }
        } else {
            found.replay(found.past.openAtStart());
        }
        return found;
    }

    private void replay(JournalReader events) throws IOException {
        try (events) {
            for (JournalRecord record = events.next(); record != null; record = events.next()) {
                directory.replay(record.event(), record.position());
            }
        }
    }

    /** Returns the names of all bandits, in order. */
    public List<String> names() {
        return directory.all().stream().map(Entry::name).toList();
    }

    /**
     * Returns a bandit, rebuilt from its last snapshot and the events since, comparing every decision.
     *
     * @throws ServiceException if there is none of this name
     * @throws dev.attune.live.ReplayMismatchException if a replayed decision differs from the journal
     */
    public LiveBandit load(String name) throws IOException {
        return past.stateAfter(directory.require(name), Long.MAX_VALUE).bandit();
    }
}
