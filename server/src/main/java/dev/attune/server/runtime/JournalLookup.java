package dev.attune.server.runtime;

import dev.attune.encode.Arm;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Offer;
import dev.attune.live.Change;
import dev.attune.server.runtime.BanditRuntime.AuditedChange;
import dev.attune.server.runtime.DecisionIds.DecisionRef;
import dev.attune.server.runtime.ServiceException.Reason;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionStage;

/** Reads past decisions and changes by operators from the journal, one call at a time on a thread of its own, because it may take long. */
final class JournalLookup {
    private static final int QUEUE = 64;
    private static final int RETRY_SECONDS = 5;
    private static final int MOST_CATALOGUES = 64;
    private static final int MOST_CHANGES = 1_000;

    /** A version of a bandit's catalogue, which never changes. */
    private record CatalogueKey(int bandit, int version) {}

    private final Directory directory;
    private final JournalWriter journal;
    private final PastStates past;
    private final Map<CatalogueKey, List<String>> catalogues =
            new LinkedHashMap<>(16, 0.75f, true) { // used by the thread alone, as are the following
                @Override
                protected boolean removeEldestEntry(Map.Entry<CatalogueKey, List<String>> eldest) {
                    return size() > MOST_CATALOGUES;
                }
            };
    private final Map<Integer, String> names = new HashMap<>(); // of all bandits in the journal, by number
    private final ArrayDeque<AuditedChange> changes = new ArrayDeque<>(); // the last ones, newest first
    private long changesUntil; // position up to which changes were read
    private final WorkerPool thread =
            new WorkerPool("attune-lookup", 1, QUEUE, "too many decisions are being looked up", RETRY_SECONDS);

    JournalLookup(Directory directory, JournalWriter journal, PastStates past) {
        this.directory = directory;
        this.journal = journal;
        this.past = past;
    }

    CompletionStage<DecisionRecord.Replay> explain(DecisionRef ref) {
        return thread.submit(() -> {
            Entry entry = entry(ref);
            JournalRecord decided = find(ref);
            PastStates.Rebuilt before = past.stateAfter(entry, ref.position() - 1);
            return new DecisionRecord.Replay(
                    before.bandit().explain(decided), before.from(), ref.position(), before.events() + 1);
        });
    }

    BanditEvents events(int bandit) throws IOException {
        long last = journal.durablePosition();
        return new BanditEvents(past.openAtStart(), bandit, last);
    }

    /** Returns the last changes, newest first. Reads the whole journal at the first call, then only new events. */
    CompletionStage<List<AuditedChange>> audit(int limit) {
        return thread.submit(() -> {
            long last = journal.durablePosition();
            if (changesUntil < last) {
                try (JournalReader reader = changesUntil == 0 ? past.openAtStart() : past.open(changesUntil + 1)) {
                    for (JournalRecord record = reader.next();
                            record != null && record.position() <= last;
                            record = reader.next()) {
                        audit(record);
                        changesUntil = record.position();
                    }
                }
            }
            return changes.stream().limit(limit).toList();
        });
    }

    private void audit(JournalRecord record) {
        if (record.event() instanceof JournalEvent.Created created) {
            names.put(created.bandit(), created.name());
        } else if (record.event() instanceof JournalEvent.Changed changed) {
            int number = changed.bandit();
            Entry entry = directory.find(number);
            String name = names.getOrDefault(number, entry == null ? "number " + number : entry.name());
            Change change = Change.of(changed);
            changes.addFirst(new AuditedChange(
                    record.time(), record.position(), name, changed.what(), change.to(), change.by()));
            if (changes.size() > MOST_CHANGES) {
                changes.removeLast();
            }
        }
    }

    CompletionStage<DecisionRecord> decision(DecisionRef ref) {
        return thread.submit(() -> {
            Entry entry = entry(ref);
            JournalRecord record = find(ref);
            Decided decided = (Decided) record.event();
            List<DecisionRecord.Received> rewards = new ArrayList<>();
            DecisionRecord.End end = null;
            for (JournalRecord later : past.endings(ref, journal.durablePosition())) {
                if (later.event() instanceof JournalEvent.Rewarded rewarded) {
                    rewards.add(new DecisionRecord.Received(
                            later.position(), later.time(), rewarded.rewardId(), rewarded.value()));
                } else {
                    OptionalDouble learnt = later.event() instanceof JournalEvent.Joined joined
                            ? OptionalDouble.of(joined.value())
                            : OptionalDouble.empty();
                    end = new DecisionRecord.End(later.position(), later.time(), learnt);
                }
            }
            List<String> ids = ids(entry, ref, decided.offer());
            List<String> ranking =
                    Arrays.stream(decided.ranking()).mapToObj(ids::get).toList();
            return new DecisionRecord(
                    entry.name(),
                    record.position(),
                    record.time(),
                    decided,
                    ids.get(decided.arm()),
                    ranking,
                    rewards,
                    end);
        });
    }

    private Entry entry(DecisionRef ref) {
        Entry entry = directory.find(ref.bandit());
        if (entry == null) {
            throw new ServiceException(Reason.NOT_FOUND, "there is no bandit " + ref.bandit());
        }
        return entry;
    }

    private JournalRecord find(DecisionRef ref) throws IOException {
        if (ref.position() >= 1 && ref.position() <= journal.durablePosition()) {
            try (JournalReader reader = past.open(ref.position())) {
                JournalRecord record = reader.next();
                if (record != null
                        && record.event() instanceof Decided decided
                        && decided.bandit() == ref.bandit()
                        && decided.decision() == ref.decision()) {
                    return record;
                }
            }
        }
        throw new ServiceException(
                Reason.NOT_FOUND,
                "there is no decision " + ref.decision() + " of bandit " + ref.bandit() + " at position "
                        + ref.position());
    }

    private List<String> ids(Entry entry, DecisionRef ref, Offer offer) throws IOException {
        if (offer instanceof Offer.Inline inline) {
            return inline.arms().stream().map(Arm::id).toList();
        }
        Offer.FromCatalogue catalogue = (Offer.FromCatalogue) offer;
        if (!catalogue.ids().isEmpty()) {
            return catalogue.ids();
        }
        CatalogueKey key = new CatalogueKey(ref.bandit(), catalogue.version());
        List<String> known = catalogues.get(key);
        if (known == null) {
            known = past.catalogueAfter(entry, ref.position() - 1);
            catalogues.put(key, known);
        }
        return known;
    }

    /** Accepts no more work and finishes what has started. */
    void close() {
        thread.close();
    }
}
