package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalEvent.Catalogued;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Offer;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of one bandit in the journal of a service, each with the reward that was learnt for it. Every reading returns what the first one
 * returned, even if a service appends to the journal meanwhile.
 */
final class JournalLog implements DecisionLog {
    /** Decisions that may wait for their reward at the same time. */
    static final int MOST_WAITING = 1_000_000;

    static final String SECOND_OUTCOME = "second outcome of a decision; the first counts";
    static final String NO_OUTCOME = "decision that still waits for its reward where the journal ends";
    static final String LEFT_EARLY = "decision without reward when too many others had come; its reward is unknown";
    static final String NO_CATALOGUE = "decision whose arms are in a catalogue that is no longer kept";
    static final String NOT_IN_CATALOGUE = "decision with arms that are not in its catalogue";
    static final String TORN_TAIL = "torn tail, which a crash has left; the journal ends before it";

    private final JournalFolder folder;
    private final @Nullable String bandit; // name or number; null if there is only one
    private final int mostWaiting;
    private long from; // first position of every reading; 0 for the first that is kept
    private long end = Long.MAX_VALUE; // position behind the last

    JournalLog(JournalFolder folder, @Nullable String bandit) {
        this(folder, bandit, MOST_WAITING);
    }

    JournalLog(JournalFolder folder, @Nullable String bandit, int mostWaiting) {
        this.folder = folder;
        this.bandit = bandit;
        this.mostWaiting = mostWaiting;
    }

    @Override
    public long bytes() throws IOException {
        return folder.bytes();
    }

    @Override
    public Skipped read(Consumer<LoggedEvent> events, LongConsumer progress) throws IOException {
        try (SelectedEvents ahead = new SelectedEvents();
                SelectedEvents behind = new SelectedEvents()) {
            long first = ahead.reader.position();
            Skipped skipped = new JoinedDecisions(ahead, behind, events).read(progress);
            from = first;
            end = ahead.reader.position();
            return skipped;
        }
    }

    /**
     * Reads the events of one bandit in a part of a journal. Successive bandits of the same name count as one. If no bandit is named, the journal
     * must have the decisions of one only.
     */
    private final class SelectedEvents implements Closeable {
        private final JournalReader reader;
        private final Map<Integer, String> names = new TreeMap<>();
        private final Set<Integer> numbers = new HashSet<>(); // of the bandit that is wanted

        SelectedEvents() throws IOException {
            this.reader = from == 0 ? JournalReader.openAtStart(folder) : JournalReader.open(folder, from);
            if (bandit != null && bandit.matches("[0-9]{1,9}")) {
                numbers.add(Integer.parseInt(bandit));
            }
        }

        /**
         * Returns the next event of the bandit; null at the end.
         *
         * @throws IllegalArgumentException if there are several bandits and none is named
         */
        @Nullable
        JournalRecord next() throws IOException {
            for (JournalRecord next = any(); next != null; next = any()) {
                if (isWanted(next.event())) {
                    if (bandit == null && numbers.size() > 1) {
                        for (JournalRecord later = any(); later != null; later = any()) {
                            isWanted(later.event()); // to list all of them
                        }
                        throw new IllegalArgumentException(
                                "the journal has several bandits; --bandit chooses one: " + listed());
                    }
                    return next;
                }
            }
            return null;
        }

        private @Nullable JournalRecord any() throws IOException {
            return reader.position() < end ? reader.next() : null;
        }

        private boolean isWanted(JournalEvent event) {
            int number = event.bandit();
            if (event instanceof JournalEvent.Created created) {
                names.put(number, created.name());
                if (created.name().equals(bandit)) {
                    numbers.add(number);
                }
            } else if (event instanceof Decided) {
                names.putIfAbsent(number, "");
                if (bandit == null) {
                    numbers.add(number);
                }
            }
            return bandit == null || numbers.contains(number);
        }

        /** Returns the error that the journal has no decision of the bandit. */
        IOException noDecisions() {
            return new IOException("the journal has no decisions"
                    + (bandit == null ? "" : " of a bandit called " + bandit)
                    + (bandit == null || names.isEmpty() ? "" : "; it has " + listed()));
        }

        private String listed() {
            return names.entrySet().stream()
                    .map(entry -> entry.getValue().isEmpty() ? "number " + entry.getKey() : entry.getValue())
                    .distinct()
                    .collect(Collectors.joining(", "));
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    /**
     * Joins the decisions of a journal with their rewards, in the order of the decisions.
     *
     * <p>Two readers pass over the same records. The one ahead looks for outcomes and keeps two numbers for each open decision; the one behind
     * reaches a decision when its outcome is known. So the memory of open decisions does not depend on their features.
     */
    private final class JoinedDecisions {
        private static final int PROGRESS_EVERY = 1000;
        private static final int CATALOGUES_KEPT = 16; // decisions follow their catalogue closely

        private final SelectedEvents ahead;
        private final SelectedEvents behind;
        private final Consumer<LoggedEvent> events;
        private final Queue<Waiting> queue = new ArrayDeque<>();
        private final Map<Key, Waiting> byKey = new HashMap<>();
        private final Map<Key, Map<String, Arm>> catalogues = new LinkedHashMap<>(); // the latest
        private final Skipped.Counter skipped = new Skipped.Counter();

        /** A decision or a version of the catalogue of a bandit. */
        private record Key(int bandit, long number) {}

        private static final class Waiting {
            final Key key;
            double reward = Double.NaN;
            boolean over;

            Waiting(Key key) {
                this.key = key;
            }
        }

        JoinedDecisions(SelectedEvents ahead, SelectedEvents behind, Consumer<LoggedEvent> events) {
            this.ahead = ahead;
            this.behind = behind;
            this.events = events;
        }

        Skipped read(LongConsumer progress) throws IOException {
            long records = 0;
            long decisions = 0;
            for (JournalRecord next = ahead.next(); next != null; next = ahead.next()) {
                if (++records % PROGRESS_EVERY == 0) {
                    progress.accept(ahead.reader.bytesRead());
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
                leave(NO_OUTCOME);
            }
            ahead.reader.tornTail().ifPresent(torn -> count(TORN_TAIL, torn.position(), false));
            return skipped.skipped();
        }

        private void count(String reason, long position, boolean lost) {
            skipped.count(reason, "position " + position, lost);
        }

        private void waits(Key key) throws IOException {
            Waiting waiting = new Waiting(key);
            queue.add(waiting);
            byKey.put(key, waiting);
            if (queue.size() > mostWaiting) {
                leave(LEFT_EARLY);
            }
        }

        private void over(Key key, double reward, long position) {
            Waiting waiting = byKey.get(key);
            if (waiting != null && !waiting.over) {
                waiting.reward = reward;
                waiting.over = true;
            } else if (waiting != null) {
                count(SECOND_OUTCOME, position, false);
            } else if (!Double.isNaN(reward)) {
                count(EventSink.DANGLING_REWARD, position, false);
            }
        }

        /**
         * Passes on the oldest decision.
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
                count(without, found.position(), false);
            }
            pass(found, (Decided) found.event(), oldest.reward);
        }

        private void pass(JournalRecord found, Decided decided, double reward) {
            List<Arm> arms = arms(decided, found.position());
            if (arms == null) {
                return;
            }
            if (decided.arm() < 0 || decided.arm() >= arms.size()) {
                count(EventSink.NOT_OFFERED, found.position(), true);
                return;
            }
            // A caller that chose without the bandit has not logged a probability.
            double propensity = decided.byCaller() ? Double.NaN : decided.propensity();
            if (propensity <= 0 || propensity > 1) {
                count(EventSink.BAD_PROPENSITY, found.position(), false);
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
            catalogues.put(new Key(catalogue.bandit(), catalogue.version()), arms);
            if (catalogues.size() > CATALOGUES_KEPT) {
                catalogues.remove(catalogues.keySet().iterator().next());
            }
        }

        /** Returns the arms of a decision; null, with a reason counted, if its catalogue is not kept or lacks one of them. */
        private @Nullable List<Arm> arms(Decided decided, long position) {
            if (decided.offer() instanceof Offer.Inline inline) {
                return inline.arms();
            }
            Offer.FromCatalogue offer = (Offer.FromCatalogue) decided.offer();
            Map<String, Arm> catalogue = catalogues.get(new Key(decided.bandit(), offer.version()));
            if (catalogue == null) {
                count(NO_CATALOGUE, position, true);
                return null;
            }
            if (offer.ids().isEmpty()) {
                return List.copyOf(catalogue.values());
            }
            List<Arm> arms = new ArrayList<>();
            for (String id : offer.ids()) {
                Arm arm = catalogue.get(id);
                if (arm == null) {
                    count(NOT_IN_CATALOGUE, position, true);
                    return null;
                }
                arms.add(arm);
            }
            return arms;
        }
    }
}
