package dev.attune.bench.service;

import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** What the service has promised: decisions and rewards that it has answered. For one thread. */
final class Acknowledged {
    private static final int ID_CHARACTERS = 48;

    private final Map<Integer, BitSet> decisions = new HashMap<>();
    private final Map<Integer, BitSet> rewards = new HashMap<>();

    /** Records a decision by its signed id, whose first 12 bytes are bandit and number. */
    void decided(byte[] id) {
        note(id, decisions);
    }

    /** Takes note of a counted reward by the id of its decision. */
    void rewarded(byte[] id) {
        note(id, rewards);
    }

    private static void note(byte[] id, Map<Integer, BitSet> where) {
        if (id.length != ID_CHARACTERS) {
            throw new IllegalStateException("a decision's id has " + id.length + " characters");
        }
        ByteBuffer content = ByteBuffer.wrap(Base64.getUrlDecoder().decode(id));
        where.computeIfAbsent(content.getInt(), bandit -> new BitSet()).set(Math.toIntExact(content.getLong()));
    }

    /** Returns how many of them the journal of a data folder lacks, each counted once. */
    long lost(Path data) throws IOException {
        try (JournalReader reader = JournalReader.openAtStart(new JournalFolder(data))) {
            for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                JournalEvent event = record.event();
                if (event instanceof Decided decided) {
                    found(decisions, decided.bandit(), decided.decision());
                } else if (event instanceof JournalEvent.Rewarded rewarded) {
                    found(rewards, rewarded.bandit(), rewarded.decision());
                }
            }
        }
        return left(decisions) + left(rewards);
    }

    /** Rewards so far. */
    long rewards() {
        return left(rewards);
    }

    /** Returns the number of events in a journal. */
    static long events(Path data) throws IOException {
        try (JournalReader reader = JournalReader.openAtStart(new JournalFolder(data))) {
            long last = 0;
            for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                last = record.position();
            }
            return last;
        }
    }

    private static void found(Map<Integer, BitSet> where, int bandit, long decision) {
        BitSet noted = where.get(bandit);
        if (noted != null) {
            noted.clear(Math.toIntExact(decision));
        }
    }

    private static long left(Map<Integer, BitSet> where) {
        return where.values().stream().mapToLong(BitSet::cardinality).sum();
    }
}
