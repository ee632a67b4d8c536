package dev.attune.lab.evaluate;

import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.log.Skipped;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

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
    private boolean looked;
    private long[] rejected = new long[16];
    private int many;
    private Skipped skipped = Skipped.NOTHING;

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
        long[] index = {0};
        if (looked) {
            int[] next = {0};
            log.read(
                    event -> {
                        if (next[0] < many && rejected[next[0]] == index[0]) {
                            next[0]++;
                        } else {
                            events.accept(event);
                        }
                        index[0]++;
                    },
                    progress);
            return skipped;
        }
        Skipped.Counter tally = new Skipped.Counter();
        Skipped before = log.read(
                event -> {
                    if (accepted(event, index[0]++, tally)) {
                        events.accept(event);
                    }
                },
                progress);
        looked = true;
        skipped = before.and(tally.skipped());
        return skipped;
    }

    private boolean accepted(LoggedEvent event, long index, Skipped.Counter tally) {
        try {
            encoder.accept(event);
            return true;
        } catch (IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            if (many == MOST_REJECTED) {
                throw new IllegalArgumentException(
                        "more than " + MOST_REJECTED + " events cannot be encoded, the last because " + why, e);
            }
            if (many == rejected.length) {
                rejected = Arrays.copyOf(rejected, 2 * many);
            }
            rejected[many++] = index;
            String name = event.id().isEmpty() ? "" : ", " + event.id();
            tally.count("cannot be encoded: " + why.replaceFirst(VALUE, " "), "event " + (index + 1) + name, true);
            return false;
        }
    }
}
