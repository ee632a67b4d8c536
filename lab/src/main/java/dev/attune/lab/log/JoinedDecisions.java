package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalEvent.Catalogued;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Offer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Joins the decisions of a journal with their rewards, in the order of the decisions.
 *
 * <p>Two readers pass over the same records. The one ahead looks for outcomes and keeps two numbers for each open decision; the one behind
 * reaches a decision when its outcome is known. So the memory of open decisions does not depend on their features.
 */
final class JoinedDecisions {
    private static final int PROGRESS_EVERY = 1000;
    private static final int CATALOGUES_KEPT = 16; // decisions follow their catalogue closely

    private final SelectedEvents ahead;
    private final SelectedEvents behind;
    private final int mostWaiting;
    private final Consumer<LoggedEvent> events;
    private final Queue<Waiting> queue = new ArrayDeque<>();
    private final Map<Key, Waiting> byKey = new HashMap<>();
    private final Map<CatalogueKey, Map<String, Arm>> catalogues = new LinkedHashMap<>(); // the latest
    private final Skipped.Counter skipped = new Skipped.Counter();

    private record Key(int bandit, long decision) {}

    private record CatalogueKey(int bandit, int version) {}

    private static final class Waiting {
        final Key key;
        double reward = Double.NaN;
        boolean over;

        Waiting(Key key) {
            this.key = key;
        }
    }

    JoinedDecisions(SelectedEvents ahead, SelectedEvents behind, int mostWaiting, Consumer<LoggedEvent> events) {
        this.ahead = ahead;
        this.behind = behind;
        this.mostWaiting = mostWaiting;
        this.events = events;
    }

    Skipped read(LongConsumer progress) throws IOException {
        long records = 0;
        long decisions = 0;
        for (JournalRecord next = ahead.next(); next != null; next = ahead.next()) {
            if (++records % PROGRESS_EVERY == 0) {
                progress.accept(ahead.bytesRead());
            }
            JournalEvent event = next.event();
            if (event instanceof Decided decided) {
                decisions++;
                waits(new Key(decided.bandit(), decided.decision()));
            } else if (event instanceof JournalEvent.Joined joined) {
                over(new Key(joined.bandit(), joined.decision()), joined.value(), next.position());
            } else if (event instanceof JournalEvent.Expired expired) {
                over(new Key(expired.bandit(), expired.decision()), Double.NaN, next.position());
            }
            for (Waiting head = queue.peek(); head != null && head.over; head = queue.peek()) {
                leave(null);
            }
        }
        if (decisions == 0) {
            throw ahead.noDecisions();
        }
        while (!queue.isEmpty()) {
            leave(Reason.NO_OUTCOME);
        }
        ahead.tornTail().ifPresent(torn -> skipped.count(Reason.TORN_TAIL, "position " + torn.position(), false));
        return skipped.skipped();
    }

    private void waits(Key key) throws IOException {
        Waiting waiting = new Waiting(key);
        queue.add(waiting);
        byKey.put(key, waiting);
        if (queue.size() > mostWaiting) {
            leave(Reason.LEFT_EARLY);
        }
    }

    private void over(Key key, double reward, long position) {
        Waiting waiting = byKey.get(key);
        if (waiting != null && !waiting.over) {
            waiting.reward = reward;
            waiting.over = true;
        } else if (waiting != null) {
            skipped.count(Reason.SECOND_OUTCOME, "position " + position, false);
        } else if (!Double.isNaN(reward)) {
            skipped.count(Reason.DANGLING_REWARD, "position " + position, false);
        }
    }

    /**
     * The oldest decision goes out.
     *
     * @param without why, if it has no outcome
     */
    private void leave(@Nullable String without) throws IOException {
        Waiting oldest = queue.remove();
        byKey.remove(oldest.key, oldest);
        JournalRecord found = behind.next();
        while (found != null && !(found.event() instanceof Decided)) {
            if (found.event() instanceof JournalEvent.Catalogued catalogue) {
                keep(catalogue);
            }
            found = behind.next();
        }
        if (found == null) {
            throw new IOException("the journal has become shorter while it was read");
        }
        if (!oldest.over && without != null) {
            skipped.count(without, "position " + found.position(), false);
        }
        pass(found, (Decided) found.event(), oldest.reward);
    }

    private void pass(JournalRecord found, Decided decided, double reward) {
        String where = "position " + found.position();
        List<Arm> arms = arms(decided, where);
        if (arms == null) {
            return;
        }
        if (decided.arm() < 0 || decided.arm() >= arms.size()) {
            skipped.count(Reason.NOT_OFFERED, where, true);
            return;
        }
        // A caller that chose without the bandit has not logged a probability.
        double propensity = decided.byCaller() ? Double.NaN : decided.propensity();
        if (propensity <= 0 || propensity > 1) {
            skipped.count(Reason.BAD_PROPENSITY, where, false);
            propensity = Double.NaN;
        }
        events.accept(new LoggedEvent(
                Long.toString(decided.decision()),
                found.time(),
                decided.context(),
                arms,
                decided.arm(),
                propensity,
                reward,
                1));
    }

    private void keep(Catalogued catalogue) {
        Map<String, Arm> arms = new LinkedHashMap<>();
        catalogue.arms().forEach(arm -> arms.put(arm.id(), arm));
        catalogues.put(new CatalogueKey(catalogue.bandit(), catalogue.version()), arms);
        if (catalogues.size() > CATALOGUES_KEPT) {
            catalogues.remove(catalogues.keySet().iterator().next());
        }
    }

    /** Returns the arms of a decision; null, with a reason counted, if its catalogue is not kept or lacks one of them. */
    private @Nullable List<Arm> arms(Decided decided, String where) {
        if (decided.offer() instanceof Offer.Inline inline) {
            return inline.arms();
        }
        Offer.FromCatalogue offer = (Offer.FromCatalogue) decided.offer();
        Map<String, Arm> catalogue = catalogues.get(new CatalogueKey(decided.bandit(), offer.version()));
        if (catalogue == null) {
            skipped.count(Reason.NO_CATALOGUE, where, true);
            return null;
        }
        if (offer.ids().isEmpty()) {
            return List.copyOf(catalogue.values());
        }
        List<Arm> arms = new ArrayList<>();
        for (String id : offer.ids()) {
            Arm arm = catalogue.get(id);
            if (arm == null) {
                skipped.count(Reason.NOT_IN_CATALOGUE, where, true);
                return null;
            }
            arms.add(arm);
        }
        return arms;
    }
}
