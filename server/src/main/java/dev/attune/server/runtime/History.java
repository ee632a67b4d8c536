package dev.attune.server.runtime;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalFormatException;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Snapshot;
import dev.attune.journal.SnapshotStore;
import dev.attune.live.LiveBandit;
import dev.attune.state.StateFormatException;
import java.io.IOException;
import java.util.Optional;

/** What was: the state of a bandit at any position that the journal reaches, from a snapshot before it and the events since. */
final class History {
    private final JournalFolder folder;

    History(JournalFolder folder) {
        this.folder = folder;
    }

    /**
     * A bandit as it was.
     *
     * @param bandit with all its events up to the position that was asked for
     * @param from position from which the journal was read
     * @param events how many events of the bandit were repeated
     */
    record Past(LiveBandit bandit, long from, long events) {}

    /**
     * A bandit with all its events up to a position, made anew, every decision compared.
     *
     * @throws NotKeptException if the journal no longer holds the events
     */
    Past stateAfter(Entry entry, long position) throws IOException {
        LiveBandit bandit = LiveBandit.create(entry.number(), entry.definition());
        long from = entry.created();
        Optional<Snapshot> latest = SnapshotStore.latest(folder, position, damaged -> {});
        if (latest.isPresent()) {
            try (Snapshot snapshot = latest.get()) {
                if (snapshot.bandits().contains(entry.number())) {
                    Stored stored = Stored.of(snapshot.state(entry.number()));
                    if (stored.applied() <= position) { // the snapshot is as old, but this part of it may be younger
                        bandit = LiveBandit.read(entry.number(), stored.state());
                        from = stored.applied() + 1;
                    }
                }
            } catch (StateFormatException e) {
                throw new JournalFormatException(
                        position, "a state of " + entry.name() + " cannot be read: " + e.getMessage());
            }
        }
        long events = 0;
        try (JournalReader reader = open(from)) {
            for (JournalRecord record = reader.next();
                    record != null && record.position() <= position;
                    record = reader.next()) {
                if (record.event().bandit() == entry.number() && !(record.event() instanceof JournalEvent.Created)) {
                    bandit.apply(record);
                    events++;
                }
            }
        }
        return new Past(bandit, from, events);
    }

    /** The journal from its beginning, as far as it is kept. */
    JournalReader openAtStart() throws IOException {
        return JournalReader.openAtStart(folder);
    }

    /**
     * The journal from a position on.
     *
     * @throws NotKeptException if it begins later
     */
    JournalReader open(long from) throws IOException {
        try {
            return JournalReader.open(folder, from);
        } catch (JournalFormatException e) {
            try (JournalReader first = JournalReader.openAtStart(folder)) {
                if (first.position() > from) {
                    throw new NotKeptException("the journal is no longer kept from position " + from + " on", e);
                }
            }
            throw e;
        }
    }
}
