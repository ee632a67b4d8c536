package dev.attune.lab.log;

/**
 * A part of a journal.
 *
 * @param from the first position; 0 for the first that is kept
 * @param end the position behind the last one
 */
record JournalSpan(long from, long end) {
    static final JournalSpan ALL = new JournalSpan(0, Long.MAX_VALUE);
}
