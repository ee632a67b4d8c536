package dev.attune.flink.fold;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.io.IOException;

/** Counters of a bandit in the stream, in addition to those of {@code LiveBandit}. */
final class StreamCounters {
    /** The events that are counted. The order is that of saved state; new ones come last. */
    enum Counter {
        /** Repeated requests and observations. */
        REPEATED("repeatedRequests"),
        /** Rewards that were taken. */
        COUNTED("rewards"),
        /** Repeated rewards. */
        DUPLICATE("duplicateRewards"),
        /** Rewards that arrived before their request. */
        EARLY("earlyRewards"),
        /** Records that could not be processed. */
        DEAD("deadLetters");

        private final String field;

        Counter(String field) {
            this.field = field;
        }
    }

    private static final Counter[] ALL = Counter.values();

    private final long[] counts = new long[ALL.length];

    long add(Counter counter) {
        return ++counts[index(counter)];
    }

    long get(Counter counter) {
        return counts[index(counter)];
    }

    @SuppressWarnings("EnumOrdinal") // an array by enum, as in EnumMap, without boxing
    private static int index(Counter counter) {
        return counter.ordinal();
    }

    void write(JsonGenerator out) throws IOException {
        for (Counter counter : ALL) {
            out.writeNumberField(counter.field, get(counter));
        }
    }

    void write(StateWriter out) {
        out.writeInt(counts.length);
        for (long count : counts) {
            out.writeLong(count);
        }
    }

    /** Reads saved counts; counters that are not among them stay 0. */
    void read(StateReader in) {
        int saved = in.readCount(counts.length);
        for (int i = 0; i < saved; i++) {
            counts[i] = in.readTally();
        }
    }
}
