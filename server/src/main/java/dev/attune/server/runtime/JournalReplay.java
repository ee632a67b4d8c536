package dev.attune.server.runtime;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFormatException;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Recovery;
import dev.attune.journal.SnapshotFile;
import dev.attune.live.Change;
import dev.attune.live.LiveBandit;
import dev.attune.live.ReplayMismatchException;
import java.io.IOException;
import java.util.Optional;

/**
 * Rebuilds the state of all bandits at the start. Events begin after the snapshot's position; a bandit whose state is younger skips those that it
 * contains. Runs before other threads use the bandits.
 */
final class JournalReplay {
    private final Directory directory;
    private final Residents residents;

    JournalReplay(Directory directory, Residents residents) {
        this.directory = directory;
        this.residents = residents;
    }

    /**
     * Replays the journal, comparing every decision.
     *
     * @return the number of replayed events
     * @throws ReplayMismatchException if a decision differs
     */
    long run(Recovery recovery) throws IOException {
        Optional<SnapshotFile> snapshot = recovery.snapshot();
        if (snapshot.isPresent()) {
            DirectoryFile.read(snapshot.get().state(DirectoryFile.PART), directory);
        }
        long end = recovery.journal().lastPosition();
        for (Entry entry : directory.all()) {
            if (entry.applied() > end) {
                throw new JournalFormatException(
                        entry.applied(),
                        "the snapshot has " + entry.name() + " as of position " + entry.applied()
                                + ", but the journal ends at position " + end);
            }
        }
        long events = 0;
        JournalReader tail = recovery.tail();
        for (JournalRecord record = tail.next(); record != null; record = tail.next()) {
            if (apply(record)) {
                events++;
            }
        }
        if (tail.position() != end + 1) {
            throw new JournalFormatException(
                    tail.position(),
                    "the journal could be read up to position " + (tail.position() - 1) + " of " + end);
        }
        for (Entry entry : directory.all()) {
            stand(entry);
        }
        return events;
    }

    /** Replays an event; returns whether it was new to its bandit. */
    private boolean apply(JournalRecord record) throws IOException {
        JournalEvent event = record.event();
        int number = event.bandit();
        if (event instanceof JournalEvent.Created created) {
            return begin(created, record.position());
        }
        Entry entry = directory.find(number);
        if (entry == null) {
            if (number >= directory.next()) {
                throw new JournalFormatException(
                        record.position(),
                        "position " + record.position() + ": bandit " + number + " was not created in the journal");
            }
            return false; // deleted, or an event of the service as a whole
        }
        if (record.position() <= entry.applied()) {
            return false;
        }
        replay(entry, record);
        if (event instanceof JournalEvent.Changed changed && changed.what().equals(Change.What.DELETE.text())) {
            directory.remove(entry);
            entry.end();
            residents.forget(entry);
        }
        for (Entry out : residents.surplus()) {
            stand(out);
            residents.leave(out);
        }
        return true;
    }

    private void replay(Entry entry, JournalRecord record) throws IOException {
        LiveBandit bandit = residents.use(entry);
        try {
            bandit.apply(record);
        } catch (IllegalArgumentException e) {
            throw new JournalFormatException(
                    record.position(),
                    "position " + record.position() + ": " + entry.name() + " cannot replay the event: "
                            + e.getMessage());
        }
        entry.applied(record.position());
    }

    private boolean begin(JournalEvent.Created created, long position) throws IOException {
        if (created.bandit() < directory.next()) {
            return false; // in the snapshot, or already deleted
        }
        try {
            Entry entry = Entry.stored(created.bandit(), created.name(), created.definition(), position, position);
            entry.enter(LiveBandit.create(entry.number(), entry.definition()));
            directory.add(entry);
            residents.use(entry);
            return true;
        } catch (IllegalArgumentException e) {
            throw new JournalFormatException(
                    position, "position " + position + ": " + created.name() + " cannot be created: " + e.getMessage());
        }
    }

    private static void stand(Entry entry) {
        LiveBandit bandit = entry.bandit();
        if (bandit != null) {
            entry.standing(Standing.of(bandit));
        }
    }
}
