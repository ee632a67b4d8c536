package dev.attune.server.runtime;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalWriter;
import dev.attune.live.EventLog;
import dev.attune.live.LiveBandit;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A writer's turn at one bandit. What the bandit tells goes to the journal, and the entry knows how far it has come. */
final class Turn implements EventLog {
    private final Entry entry;
    private final long now;
    private final JournalWriter journal;
    private final Residents residents;
    private final SharedScoring scoring;
    private @Nullable Tally before;
    private boolean leaving;

    Turn(Entry entry, long now, JournalWriter journal, Residents residents, SharedScoring scoring) {
        this.entry = entry;
        this.now = now;
        this.journal = journal;
        this.residents = residents;
        this.scoring = scoring;
    }

    Entry entry() {
        return entry;
    }

    /** In milliseconds since 1970. */
    long now() {
        return now;
    }

    /** Who scores large rounds. */
    SharedScoring scoring() {
        return scoring;
    }

    /** The bandit, brought into memory if need be. */
    LiveBandit bandit() throws IOException {
        if (entry.gone()) {
            throw new NoSuchBanditException("the bandit " + entry.name() + " was deleted");
        }
        LiveBandit there = entry.bandit();
        if (there == null || before == null) {
            there = residents.use(entry);
        }
        if (before == null) {
            before = Tally.of(there);
        }
        return there;
    }

    /** Tells what has come of it. */
    void tell(RuntimeListener listener) {
        LiveBandit there = entry.bandit();
        if (there != null && before != null) {
            Tally.of(there).tellSince(before, entry.name(), listener);
        }
    }

    @Override
    public long append(JournalEvent event, long time) {
        long position = journal.append(event, time);
        entry.applied(position);
        return position;
    }

    /** The bandit should leave memory when the turn is over. */
    boolean leaveAfterwards() {
        leaving = true;
        return true;
    }

    boolean leaving() {
        return leaving;
    }

    /** Something went wrong in the middle: the bandit is made again from the journal before it is used again. */
    void spoil() {
        entry.spoil();
    }
}
