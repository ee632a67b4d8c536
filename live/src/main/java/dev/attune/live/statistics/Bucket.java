package dev.attune.live.statistics;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The totals of one step of a timeline. Immutable.
 *
 * @param time of its begin
 * @param tally its sums, which must not change
 * @param arms number of choices of each of the more frequent arms
 * @param otherArms number of choices of all others
 */
record Bucket(long time, Tally tally, List<ArmCount> arms, long otherArms) {
    /** The number of choices of an arm. */
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

    static Bucket read(StateReader in, int parameters, int layout) {
        long time = in.readLong();
        Tally tally = Tally.read(in, parameters, layout);
        List<ArmCount> arms = new ArrayList<>();
        int n = in.readCount(FrequentArms.CAPACITY);
        for (int i = 0; i < n; i++) {
            arms.add(new ArmCount(Texts.read(in), in.readTally()));
        }
        return new Bucket(time, tally, List.copyOf(arms), in.readTally());
    }
}
