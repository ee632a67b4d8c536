package dev.attune.live;

import dev.attune.journal.JournalEvent;

/** Where a live bandit tells what it did. */
@FunctionalInterface
public interface EventLog {
    /**
     * Takes an event, for good: the bandit has already changed.
     *
     * @param time of the event, in milliseconds since 1970
     * @return its position
     */
    long append(JournalEvent event, long time);
}
