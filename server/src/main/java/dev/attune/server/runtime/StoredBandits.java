package dev.attune.server.runtime;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Snapshot;
import dev.attune.journal.SnapshotStore;
import dev.attune.live.Change;
import dev.attune.live.LiveBandit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The bandits of a data folder as they were at its last durable event. Reads only and takes no lock: the service may be running or stopped. For
 * one thread at a time.
 */
public final class StoredBandits {
    private final History history;
    private final Directory directory = new Directory();

    private StoredBandits(JournalFolder folder) {
        this.history = new History(folder);
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
        Optional<Snapshot> latest = SnapshotStore.latest(folder, Long.MAX_VALUE, damaged -> {});
        if (latest.isPresent()) {
            try (Snapshot snapshot = latest.get()) {
                DirectoryFile.read(snapshot.state(DirectoryFile.PART), found.directory);
                found.note(found.history.open(snapshot.position() + 1));
            }
        } else {
            found.note(found.history.openAtStart());
        }
        return found;
    }

    private void note(JournalReader events) throws IOException {
        try (events) {
            for (JournalRecord record = events.next(); record != null; record = events.next()) {
                JournalEvent event = record.event();
                if (event instanceof JournalEvent.Created created && created.bandit() >= directory.next()) {
                    directory.add(new Entry(
                            created.bandit(),
                            created.name(),
                            DefinitionText.read(created.definition()),
                            created.definition(),
                            record.position(),
                            record.position()));
                } else if (event instanceof JournalEvent.Changed changed
                        && changed.what().equals(Change.What.DELETE.told())) {
                    Entry deleted = directory.find(changed.bandit());
                    if (deleted != null) {
                        directory.remove(deleted);
                    }
                }
            }
        }
    }

    /** Returns the names of all bandits, in order. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        directory.all().forEach(entry -> names.add(entry.name()));
        return names;
    }

    /**
     * Returns a bandit, from its last snapshot and the events since, every decision compared.
     *
     * @throws NoSuchBanditException if there is none of this name
     * @throws dev.attune.live.ReplayMismatchException if a decision comes out otherwise than the journal has it
     */
    public LiveBandit load(String name) throws IOException {
        return history.stateAfter(directory.require(name), Long.MAX_VALUE).bandit();
    }
}
