package dev.attune.server.follow;

import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.live.EventAppender;
import org.jspecify.annotations.Nullable;

/** Captures the event of a choice, in place of a journal. */
final class CapturedChoice implements EventAppender {
    private @Nullable Decided choice;

    @Override
    public long append(JournalEvent event, long time) {
        if (event instanceof Decided captured) {
            choice = captured;
        }
        return 0;
    }

    Decided event() {
        if (choice == null) {
            throw new IllegalStateException("a choice was made and not captured");
        }
        return choice;
    }
}
