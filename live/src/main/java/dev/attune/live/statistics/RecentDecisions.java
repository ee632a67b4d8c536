package dev.attune.live.statistics;

import dev.attune.api.SettingSpace;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last decisions and how they ended. */
final class RecentDecisions {
    static final int CAPACITY = 200;

    private static final List<RecentDecision.End> ENDS = List.of(
            RecentDecision.End.WAITING, RecentDecision.End.LEARNT, RecentDecision.End.EXPIRED); // by saved number

    private static final List<ChoiceReason.Kind> REASONS = List.of(ChoiceReason.Kind.values()); // by saved number

    private final @Nullable RecentDecision[] ring = new RecentDecision[CAPACITY]; // by number

    void decided(Choice choice) {
        ring[place(choice.decision())] = RecentDecision.of(choice);
    }

    void ended(Ending ending) {
        int place = place(ending.decision());
        RecentDecision known = ring[place];
        if (known != null && known.decision() == ending.decision()) {
            ring[place] = known.ended(ending);
        }
    }

    private static int place(long decision) {
        return (int) Math.floorMod(decision, (long) CAPACITY);
    }

    /** Returns them, newest first. */
    List<RecentDecision> newestFirst() {
        List<RecentDecision> all = new ArrayList<>(CAPACITY);
        for (RecentDecision decision : ring) {
            if (decision != null) {
                all.add(decision);
            }
        }
        all.sort(Comparator.comparingLong(RecentDecision::decision).reversed());
        return List.copyOf(all);
    }

    void write(StateWriter out) {
        List<RecentDecision> all = newestFirst();
        out.writeInt(all.size());
        for (RecentDecision one : all) {
            out.writeLong(one.decision());
            out.writeLong(one.position());
            out.writeLong(one.time());
            Texts.write(out, one.arm());
            boolean known = !Double.isNaN(one.propensity());
            out.writeInt((known ? 1 : 0) + (one.exploring() ? 2 : 0));
            out.writeDouble(known ? one.propensity() : 0);
            out.writeDoubles(one.setting().toArray());
            out.writeInt(ENDS.indexOf(one.end()));
            out.writeDouble(one.end() == RecentDecision.End.LEARNT ? one.reward() : 0);
            out.writeInt(REASONS.indexOf(one.reason().kind()));
            Texts.write(out, one.reason().rival());
            boolean compared = Double.isFinite(one.reason().lead());
            out.writeFlag(compared);
            out.writeDouble(compared ? one.reason().lead() : 0);
        }
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @param layout 1 for one without reasons
     */
    static RecentDecisions read(StateReader in, SettingSpace space, int layout) {
        RecentDecisions read = new RecentDecisions();
        int n = in.readCount(CAPACITY);
        for (int i = 0; i < n; i++) {
            RecentDecision one = readOne(in, space, layout);
            read.ring[place(one.decision())] = one;
        }
        return read;
    }

    private static RecentDecision readOne(StateReader in, SettingSpace space, int layout) {
        long decision = in.readTally();
        long position = in.readLong();
        long time = in.readLong();
        String arm = Texts.read(in);
        int flags = in.readCount(3);
        double propensity = in.readDouble();
        double[] values = new double[space.size()];
        in.readDoubles(values);
        RecentDecision.End end = ENDS.get(in.readCount(ENDS.size() - 1));
        double reward = in.readDouble();
        ChoiceReason reason = layout == 1 ? ChoiceReason.UNKNOWN : readReason(in);
        try {
            return new RecentDecision(
                    decision,
                    position,
                    time,
                    arm,
                    (flags & 1) == 1 ? propensity : Double.NaN,
                    (flags & 2) == 2,
                    reason,
                    space.setting(values),
                    end,
                    end == RecentDecision.End.LEARNT ? reward : Double.NaN);
        } catch (IllegalArgumentException e) {
            throw new StateFormatException("the saved statistics have an invalid decision: " + e.getMessage());
        }
    }

    private static ChoiceReason readReason(StateReader in) {
        ChoiceReason.Kind kind = REASONS.get(in.readCount(REASONS.size() - 1));
        String rival = Texts.read(in);
        boolean compared = in.readFlag();
        double lead = in.readDouble();
        return new ChoiceReason(kind, rival, compared ? lead : Double.NaN);
    }
}
