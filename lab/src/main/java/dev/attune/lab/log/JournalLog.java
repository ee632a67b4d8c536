package dev.attune.lab.log;

import dev.attune.journal.JournalFolder;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of one bandit in the journal of a service, each with the reward that was learnt for it. Every reading returns what the first one
 * returned, even if a service appends to the journal meanwhile.
 */
final class JournalLog implements DecisionLog {
    /** Decisions that may wait for their reward at the same time. */
    static final int MOST_WAITING = 1_000_000;

    private final JournalFolder folder;
    private final @Nullable String bandit;
    private final int mostWaiting;
    private SelectedEvents.Span span = SelectedEvents.Span.ALL;

    JournalLog(JournalFolder folder, @Nullable String bandit) {
        this(folder, bandit, MOST_WAITING);
    }

    JournalLog(JournalFolder folder, @Nullable String bandit, int mostWaiting) {
        this.folder = folder;
        this.bandit = bandit;
        this.mostWaiting = mostWaiting;
    }

    @Override
    public long bytes() throws IOException {
        return folder.bytes();
    }

    @Override
    public Skipped read(Consumer<LoggedEvent> events, LongConsumer progress) throws IOException {
        try (SelectedEvents ahead = new SelectedEvents(folder, bandit, span);
                SelectedEvents behind = new SelectedEvents(folder, bandit, span)) {
            JoinedDecisions joined = new JoinedDecisions(ahead, behind, mostWaiting, events);
            Skipped skipped = joined.read(progress);
            span = ahead.span();
            return skipped;
        }
    }
}
