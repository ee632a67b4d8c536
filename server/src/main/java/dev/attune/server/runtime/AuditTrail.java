package dev.attune.server.runtime;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.live.Change;
import dev.attune.server.runtime.BanditRuntime.AuditedChange;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The changes by operators in the journal. Reads the whole journal at the first call, then only new events. Not thread-safe.
 */
final class AuditTrail {
    private static final int KEPT = 1_000;

    private final PastStates past;
    private final Directory directory;
    private final Map<Integer, String> names = new HashMap<>();
    private final ArrayDeque<AuditedChange> last = new ArrayDeque<>(); // newest first
    private long read; // up to this position

    AuditTrail(PastStates past, Directory directory) {
        this.past = past;
        this.directory = directory;
    }

    /** Returns the last changes up to a position, newest first. */
    List<AuditedChange> newest(int limit, long position) throws IOException {
        if (read < position) {
            try (JournalReader reader = read == 0 ? past.openAtStart() : past.open(read + 1)) {
                for (JournalRecord record = reader.next();
                        record != null && record.position() <= position;
                        record = reader.next()) {
                    note(record);
                    read = record.position();
                }
            }
        }
        return new ArrayList<>(last).subList(0, Math.min(limit, last.size()));
    }

    private void note(JournalRecord record) {
        JournalEvent event = record.event();
        if (event instanceof JournalEvent.Created created) {
            names.put(created.bandit(), created.name());
        } else if (event instanceof JournalEvent.Changed changed) {
            Change change = Change.of(changed);
            last.addFirst(new AuditedChange(
                    record.time(),
                    record.position(),
                    nameOf(changed.bandit()),
                    changed.what(),
                    change.to(),
                    change.by()));
            if (last.size() > KEPT) {
                last.removeLast();
            }
        }
    }

    private String nameOf(int bandit) {
        Entry entry = directory.find(bandit);
        return names.getOrDefault(bandit, entry == null ? "number " + bandit : entry.name());
    }
}
