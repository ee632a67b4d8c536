package dev.attune.lab.evaluate;

import dev.attune.lab.log.EventLog;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.log.SkipTally;
import dev.attune.lab.log.Skipped;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A log without the events that an encoder refuses, such as those with a number that is too large. The first reading shows every event to
 * the encoder and remembers which ones it refused; all readings leave these out and count them.
 */
final class EncodableLog implements EventLog {
    /** If so many are refused, the features are not what the encoder is for. */
    private static final int MOST_REFUSED = 1_000_000;

    /** The value of a feature, which differs from event to event while the reason stays the same. */
    private static final String VALUE = " = [-+0-9.Ee]+ ";

    private final EventLog log;
    private final Consumer<LoggedEvent> encoder;
    private boolean looked;
    private long[] refused = new long[16];
    private int many;
    private Skipped skipped = Skipped.NOTHING;

    /**
     * Around a log.
     *
     * @param encoder sees each event once, in the first reading; its {@link IllegalArgumentException} refuses the event
     */
    EncodableLog(EventLog log, Consumer<LoggedEvent> encoder) {
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
                        if (next[0] < many && refused[next[0]] == index[0]) {
                            next[0]++;
                        } else {
                            events.accept(event);
                        }
                        index[0]++;
                    },
                    progress);
            return skipped;
        }
        SkipTally tally = new SkipTally();
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

    private boolean accepted(LoggedEvent event, long index, SkipTally tally) {
        try {
            encoder.accept(event);
            return true;
        } catch (IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            if (many == MOST_REFUSED) {
                throw new IllegalArgumentException(
                        "more than " + MOST_REFUSED + " events cannot be encoded, the last because " + why, e);
            }
            if (many == refused.length) {
                refused = Arrays.copyOf(refused, 2 * many);
            }
            refused[many++] = index;
            String name = event.id().isEmpty() ? "" : ", " + event.id();
            tally.count("cannot be encoded: " + why.replaceFirst(VALUE, " "), "event " + (index + 1) + name, true);
            return false;
        }
    }
}
