package dev.attune.server.runtime;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalWriter;
import dev.attune.live.EventAppender;
import dev.attune.live.LiveBandit;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.server.runtime.ServiceException.Reason;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A writer's turn at one bandit, whose events it appends to the journal. */
final class Turn implements EventAppender {
    private final Entry entry;
    private final long now;
    private final JournalWriter journal;
    private final Residents residents;
    private final SharedScoring scoring;
    private @Nullable BanditCounters before;
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

    /** Returns the time of the turn, in milliseconds since 1970. */
    long now() {
        return now;
    }

    /** Returns the scorer of large rounds. */
    SharedScoring scoring() {
        return scoring;
    }

    /** Returns the bandit, loading it if necessary. */
    LiveBandit bandit() throws IOException {
        if (entry.gone()) {
            throw new ServiceException(Reason.NOT_FOUND, "the bandit " + entry.name() + " was deleted");
        }
        LiveBandit there = entry.bandit();
        if (there == null || before == null) {
            there = residents.use(entry);
        }
        if (before == null) {
            before = there.counters();
        }
        return there;
    }

    /** Reports what has changed since the turn began. */
    void report(BanditCounters after, RuntimeListener listener) {
        if (before == null) {
            return;
        }
        String name = entry.name();
        if (after.decisions() > before.decisions()) {
            listener.decided(
                    name,
                    after.decisions() - before.decisions(),
                    after.explored() - before.explored(),
                    after.regretProxy() - before.regretProxy());
        }
        if (after.learnt() > before.learnt() || after.expired() > before.expired()) {
            listener.learnt(name, after.learnt() - before.learnt(), after.expired() - before.expired());
        }
        if (after.changes() > before.changes()) {
            listener.worldChanged(name, after.changes() - before.changes(), after.learnt());
        }
    }

    @Override
    public long append(JournalEvent event, long time) {
        long position = journal.append(event, time);
        entry.applied(position);
        return position;
    }

    /** Unloads the bandit at the end of the turn. */
    boolean leaveAfterwards() {
        leaving = true;
        return true;
    }

    boolean leaving() {
        return leaving;
    }
}
