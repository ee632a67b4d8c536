package dev.attune.server.runtime;

import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The events of one bandit, from the first kept to the last durable one at the time of opening. Not thread-safe. */
public final class BanditEvents implements Closeable {
    private final JournalReader reader;
    private final int bandit;
    private final long last;

    BanditEvents(JournalReader reader, int bandit, long last) {
        this.reader = reader;
        this.bandit = bandit;
        this.last = last;
    }

    /** Returns the next event; null at the end. */
    public @Nullable JournalRecord next() throws IOException {
        while (reader.position() <= last) {
            JournalRecord record = reader.next();
            if (record == null || record.event().bandit() == bandit) {
                return record;
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
