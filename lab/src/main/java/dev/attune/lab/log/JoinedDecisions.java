package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings decisions of a journal together with their rewards, in the order of the decisions.
 *
 * <p>Two cursors go through the same records. The one ahead looks for outcomes and keeps two numbers for each decision that waits; the one
 * behind comes to a decision when its outcome is known. So what waits takes little memory, however many features it has.
 */
final class JoinedDecisions {
    private static final int PROGRESS_EVERY = 1000;

    private final JournalCursor ahead;
    private final JournalCursor behind;
    private final int mostWaiting;
    private final Consumer<LoggedEvent> events;
    private final Queue<Waiting> queue = new ArrayDeque<>();
    private final Map<Key, Waiting> byKey = new HashMap<>();
    private final Catalogues catalogues = new Catalogues();
    private final SkipTally tally = new SkipTally();

    private record Key(int bandit, long decision) {}

    private static final class Waiting {
        final Key key;
        double reward = Double.NaN;
        boolean over;

        Waiting(Key key) {
            this.key = key;
        }
    }

    JoinedDecisions(JournalCursor ahead, JournalCursor behind, int mostWaiting, Consumer<LoggedEvent> events) {
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
            throw ahead.none();
        }
        while (!queue.isEmpty()) {
            leave(Reason.NO_OUTCOME);
        }
        ahead.tornTail().ifPresent(torn -> tally.count(Reason.TORN_TAIL, "position " + torn.position(), false));
        return tally.skipped();
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
            tally.count(Reason.SECOND_OUTCOME, "position " + position, false);
        } else if (!Double.isNaN(reward)) {
            tally.count(Reason.DANGLING_REWARD, "position " + position, false);
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
                catalogues.add(catalogue);
            }
            found = behind.next();
        }
        if (found == null) {
            throw new IOException("the journal has become shorter while it was read");
        }
        if (!oldest.over && without != null) {
            tally.count(without, "position " + found.position(), false);
        }
        pass(found, (Decided) found.event(), oldest.reward);
    }

    private void pass(JournalRecord found, Decided decided, double reward) {
        String where = "position " + found.position();
        List<Arm> arms = catalogues.arms(decided.bandit(), decided.offer());
        if (arms == null) {
            boolean known = catalogues.know(decided.bandit(), decided.offer());
            tally.count(known ? Reason.NOT_IN_CATALOGUE : Reason.NO_CATALOGUE, where, true);
            return;
        }
        if (decided.arm() < 0 || decided.arm() >= arms.size()) {
            tally.count(Reason.NOT_OFFERED, where, true);
            return;
        }
        // Whoever chose without the bandit has not told with what probability.
        double propensity = decided.byCaller() ? Double.NaN : decided.propensity();
        if (propensity <= 0 || propensity > 1) {
            tally.count(Reason.BAD_PROPENSITY, where, false);
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
}
