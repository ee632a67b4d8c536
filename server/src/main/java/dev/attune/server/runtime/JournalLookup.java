package dev.attune.server.runtime;

import dev.attune.encode.Arm;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Offer;
import dev.attune.server.runtime.DecisionIds.DecisionRef;
import dev.attune.server.runtime.ServiceException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads past decisions from the journal, one at a time on a thread of its own, because it may take long. */
final class JournalLookup {
    private static final int QUEUE = 64;

    private static final int RETRY_SECONDS = 5;
    private static final int MOST_CATALOGUES = 64;

    /** A version of a bandit's catalogue, which never changes. */
    private record CatalogueKey(int bandit, int version) {}

    private final Directory directory;
    private final JournalWriter journal;
    private final PastStates past;
    private final AuditTrail trail;
    private final Map<CatalogueKey, List<String>> catalogues =
            new LinkedHashMap<>(16, 0.75f, true) { // used by the thread alone
                @Override
                protected boolean removeEldestEntry(Map.Entry<CatalogueKey, List<String>> eldest) {
                    return size() > MOST_CATALOGUES;
                }
            };
    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUE), work -> {
                Thread made = new Thread(work, "attune-lookup");
                made.setDaemon(true);
                return made;
            });

    JournalLookup(Directory directory, JournalWriter journal, PastStates past) {
        this.directory = directory;
        this.journal = journal;
        this.past = past;
        this.trail = new AuditTrail(past, directory);
    }

    CompletionStage<ReplayedDecision> explain(DecisionRef ref) {
        return later(() -> {
            Entry entry = require(ref);
            JournalRecord record;
            try (JournalReader reader = open(ref)) {
                record = decision(ref, reader.next());
            }
            PastStates.Rebuilt before = past.stateAfter(entry, ref.position() - 1);
            return new ReplayedDecision(
                    before.bandit().explain(record), before.from(), ref.position(), before.events() + 1);
        });
    }

    BanditEvents events(int bandit) throws IOException {
        long last = journal.durablePosition();
        return new BanditEvents(past.openAtStart(), bandit, last);
    }

    CompletionStage<List<AuditedChange>> audit(int limit) {
        return later(() -> trail.newest(limit, journal.durablePosition()));
    }

    CompletionStage<DecisionRecord> decision(DecisionRef ref) {
        return later(() -> {
            Entry entry = require(ref);
            JournalRecord record;
            try (JournalReader reader = open(ref)) {
                record = decision(ref, reader.next());
            }
            Decided decided = (Decided) record.event();
            List<DecisionRecord.Received> rewards = new ArrayList<>();
            DecisionRecord.End end = null;
            for (JournalRecord later : past.endings(ref, journal.durablePosition())) {
                gather(ref, later, rewards);
                end = end(ref, later);
            }
            List<String> ids = ids(entry, ref, decided.offer());
            List<String> ranking = new ArrayList<>();
            for (int arm : decided.ranking()) {
                ranking.add(ids.get(arm));
            }
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

    private Entry require(DecisionRef ref) {
        Entry entry = directory.find(ref.bandit());
        if (entry == null) {
            throw new ServiceException(Reason.NOT_FOUND, "there is no bandit " + ref.bandit());
        }
        return entry;
    }

    private JournalReader open(DecisionRef ref) throws IOException {
        if (ref.position() < 1 || ref.position() > journal.durablePosition()) {
            throw none(ref);
        }
        return past.open(ref.position());
    }

    private static JournalRecord decision(DecisionRef ref, @Nullable JournalRecord record) {
        if (record != null
                && record.event() instanceof Decided decided
                && decided.bandit() == ref.bandit()
                && decided.decision() == ref.decision()) {
            return record;
        }
        throw none(ref);
    }

    private static ServiceException none(DecisionRef ref) {
        return new ServiceException(
                Reason.NOT_FOUND,
                "there is no decision " + ref.decision() + " of bandit " + ref.bandit() + " at position "
                        + ref.position());
    }

    private static void gather(DecisionRef ref, JournalRecord record, List<DecisionRecord.Received> rewards) {
        if (record.event() instanceof JournalEvent.Rewarded rewarded && rewarded.decision() == ref.decision()) {
            rewards.add(new DecisionRecord.Received(
                    record.position(), record.time(), rewarded.rewardId(), rewarded.value()));
        }
    }

    private static DecisionRecord.@Nullable End end(DecisionRef ref, JournalRecord record) {
        if (record.event() instanceof JournalEvent.Joined joined && joined.decision() == ref.decision()) {
            return new DecisionRecord.End(record.position(), record.time(), OptionalDouble.of(joined.value()));
        }
        if (record.event() instanceof JournalEvent.Expired expired && expired.decision() == ref.decision()) {
            return new DecisionRecord.End(record.position(), record.time(), OptionalDouble.empty());
        }
        return null;
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

    private <T> CompletionStage<T> later(Callable<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                try {
                    answer.complete(work.call());
                } catch (Throwable e) { // reported to the caller
                    answer.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(
                    thread.isShutdown()
                            ? new ServiceException(Reason.STOPPED, "the service is being stopped")
                            : ServiceException.busy("too many decisions are being looked up", RETRY_SECONDS));
        }
        return answer;
    }

    /** Accepts no more work and finishes what has started. */
    void close() throws InterruptedException {
        thread.shutdown();
        if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
            thread.shutdownNow();
        }
    }
}
