package dev.attune.journal;

/**
 * An event with its place in the journal.
 *
 * @param position its number in the whole journal, from 1, without gaps
 * @param time when it was appended, in milliseconds since 1970
 * @param event what happened
 */
public record JournalRecord(long position, long time, JournalEvent event) {}
