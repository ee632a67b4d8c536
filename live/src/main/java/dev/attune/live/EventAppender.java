package dev.attune.live;

import dev.attune.journal.JournalEvent;

/** The log to which a live bandit appends its events. */
@FunctionalInterface
public interface EventAppender {
    /**
     * Appends an event. The bandit has already changed, so the event cannot be rejected.
     *
     * @param time of the event, in milliseconds since 1970
     * @return its position
     */
    long append(JournalEvent event, long time);
}
