package dev.attune.flink.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.io.IOException;

/** How often things happened to a bandit, besides what it counts itself. */
final class Counters {
    /** What is counted. The order is that of saved state; new ones come last. */
    enum Counter {
        /** Requests and observations that came again. */
        REPEATED("repeatedRequests"),
        /** Rewards that count. */
        COUNTED("rewards"),
        /** Rewards that came again. */
        DUPLICATE("duplicateRewards"),
        /** Rewards that came before their request. */
        EARLY("earlyRewards"),
        /** Records that could not be used. */
        DEAD("deadLetters");

        private final String told;

        Counter(String told) {
            this.told = told;
        }
    }

    private static final Counter[] ALL = Counter.values();

    private final long[] counts = new long[ALL.length];

    long add(Counter counter) {
        return ++counts[place(counter)];
    }

    long get(Counter counter) {
        return counts[place(counter)];
    }

    @SuppressWarnings("EnumOrdinal") // an array by enum, as in EnumMap, without its boxes
    private static int place(Counter counter) {
        return counter.ordinal();
    }

    void write(JsonGenerator out) throws IOException {
        for (Counter counter : ALL) {
            out.writeNumberField(counter.told, get(counter));
        }
    }

    void write(StateWriter out) {
        out.writeInt(counts.length);
        for (long count : counts) {
            out.writeLong(count);
        }
    }

    /** Takes over saved counts; those that were not counted yet stay 0. */
    void read(StateReader in) {
        int saved = in.readCount(counts.length);
        for (int i = 0; i < saved; i++) {
            counts[i] = in.readTally();
        }
    }
}
