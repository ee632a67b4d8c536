package dev.attune.flink.stream;

import dev.attune.api.Increment;
import dev.attune.live.LiveBandit;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Map;
import java.util.TreeMap;

/** What was merged into a bandit: of each replica the number of its last increment, so that each counts once. */
final class Merged {
    private final Map<Integer, Long> last = new TreeMap<>();

    /** Merges an increment; false, with nothing changed, if it was merged before. */
    boolean merge(Arrived increment, LiveBandit bandit) {
        byte[] value = increment.value();
        long before = last.getOrDefault(increment.partition(), 0L);
        if (value == null || increment.offset() <= before) {
            return false;
        }
        bandit.replication().merge(Increment.read(value), increment.time());
        last.put(increment.partition(), increment.offset());
        return true;
    }

    void write(StateWriter out) {
        out.writeInt(last.size());
        last.forEach((replica, number) -> {
            out.writeInt(replica);
            out.writeLong(number);
        });
    }

    void read(StateReader in) {
        int count = in.readCount(Integer.MAX_VALUE);
        for (int i = 0; i < count; i++) {
            if (last.put(in.readInt(), in.readTally()) != null) {
                throw new StateFormatException("the saved state has a replica twice");
            }
        }
    }
}
