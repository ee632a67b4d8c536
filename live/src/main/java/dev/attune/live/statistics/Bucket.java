package dev.attune.live.statistics;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened in one stretch of time that is over, or a copy of the one that is not. Never changed again.
 *
 * @param time when it began
 * @param tally its sums; not to be changed
 * @param arms how often each of the more frequent arms was chosen
 * @param otherArms how often all others were
 */
record Bucket(long time, Tally tally, List<ArmCount> arms, long otherArms) {
    /** How often an arm was chosen. */
    record ArmCount(String id, long count) {}

    void write(StateWriter out) {
        out.writeLong(time);
        tally.write(out);
        out.writeInt(arms.size());
        for (ArmCount arm : arms) {
            Texts.write(out, arm.id);
            out.writeLong(arm.count);
        }
        out.writeLong(otherArms);
    }

    static Bucket read(StateReader in, int parameters) {
        long time = in.readLong();
        Tally tally = Tally.read(in, parameters);
        List<ArmCount> arms = new ArrayList<>();
        int n = in.readCount(ArmTable.CAPACITY);
        for (int i = 0; i < n; i++) {
            arms.add(new ArmCount(Texts.read(in), in.readTally()));
        }
        return new Bucket(time, tally, List.copyOf(arms), in.readTally());
    }
}
