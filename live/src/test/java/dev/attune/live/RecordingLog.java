package dev.attune.live;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import java.util.ArrayList;
import java.util.List;

/** A journal in memory. */
final class RecordingLog implements EventAppender {
    final List<JournalRecord> records = new ArrayList<>();

    @Override
    public long append(JournalEvent event, long time) {
        records.add(new JournalRecord(records.size() + 1, time, event));
        return records.size();
    }

    /** The events of some kind, in their order. */
    <T extends JournalEvent> List<T> events(Class<T> kind) {
        return records.stream()
                .map(JournalRecord::event)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /** The last event. */
    JournalEvent last() {
        return records.get(records.size() - 1).event();
    }
}
