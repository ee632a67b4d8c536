package dev.attune.lab.evaluate;

import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.log.Skipped;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A log without the events that an encoder rejects, such as those with a number that is too large. The first reading passes every event to
 * the encoder and stores which ones it rejected; all readings skip and count these.
 */
final class EncodableLog implements DecisionLog {
    /** A log with more rejected events is not suited for the encoder. */
    private static final int MOST_REJECTED = 1_000_000;

    /** The value of a feature, which differs from event to event while the reason stays the same. */
    private static final String VALUE = " = [-+0-9.Ee]+ ";

    private final DecisionLog log;
    private final Consumer<LoggedEvent> encoder;
    private final Set<Long> rejected = new HashSet<>(); // numbers of events, from 0
    private @Nullable Skipped skipped; // of the first reading

    /**
     * Wraps a log.
     *
     * @param encoder sees each event once, in the first reading; it rejects an event by an {@link IllegalArgumentException}
     */
    EncodableLog(DecisionLog log, Consumer<LoggedEvent> encoder) {
        this.log = log;
        this.encoder = encoder;
    }

    @Override
    public long bytes() throws IOException {
        return log.bytes();
    }

    @Override
    public Skipped read(Consumer<LoggedEvent> events, LongConsumer progress) throws IOException {
        boolean first = skipped == null;
        Skipped.Counter counter = new Skipped.Counter();
        long[] next = {0};
        Skipped before = log.read(
                event -> {
                    long index = next[0]++;
                    if (first) {
                        look(event, index, counter);
                    }
                    if (!rejected.contains(index)) {
                        events.accept(event);
                    }
                },
                progress);
        Skipped all = skipped == null ? before.and(counter.skipped()) : skipped;
        skipped = all;
        return all;
    }

    private void look(LoggedEvent event, long index, Skipped.Counter counter) {
        try {
            encoder.accept(event);
        } catch (IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            if (rejected.size() == MOST_REJECTED) {
                throw new IllegalArgumentException(
                        "more than " + MOST_REJECTED + " events cannot be encoded, the last because " + why, e);
            }
            rejected.add(index);
            String name = event.id().isEmpty() ? "" : ", " + event.id();
            counter.count("cannot be encoded: " + why.replaceFirst(VALUE, " "), "event " + (index + 1) + name, true);
        }
    }
}
