package dev.attune.server.follow;

import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.live.EventLog;
import org.jspecify.annotations.Nullable;

/** What a live bandit tells of a choice; there is no journal here. */
final class ToldChoice implements EventLog {
    private @Nullable Decided choice;

    @Override
    public long append(JournalEvent event, long time) {
        if (event instanceof Decided told) {
            choice = told;
        }
        return 0;
    }

    Decided event() {
        if (choice == null) {
            throw new IllegalStateException("a choice was made and not told");
        }
        return choice;
    }
}
