package dev.attune.live.statistics;

import dev.attune.api.SettingSpace;
import dev.attune.live.statistics.BanditStatistics.Ending;
import dev.attune.live.statistics.RecentDecision.End;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The last decisions and how they ended. */
final class RecentDecisions {
    static final int CAPACITY = 200;

    private static final List<End> ENDS = List.of(End.values()); // by saved number
    private static final List<ChoiceReason.Kind> REASONS = List.of(ChoiceReason.Kind.values()); // by saved number

    private final @Nullable RecentDecision[] ring = new RecentDecision[CAPACITY]; // by number

    void decided(Choice choice) {
        put(new RecentDecision(choice, End.WAITING, Double.NaN));
    }

    void ended(Ending ending) {
        RecentDecision known = ring[place(ending.decision())];
        if (known != null && known.choice().decision() == ending.decision()) {
            put(new RecentDecision(known.choice(), ending.expired() ? End.EXPIRED : End.LEARNT, ending.value()));
        }
    }

    private void put(RecentDecision decision) {
        ring[place(decision.choice().decision())] = decision;
    }

    private static int place(long decision) {
        return (int) Math.floorMod(decision, (long) CAPACITY);
    }

    /** Returns them, newest first. */
    List<RecentDecision> newestFirst() {
        return Arrays.stream(ring)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingLong(
                                (RecentDecision one) -> one.choice().decision())
                        .reversed())
                .toList();
    }

    void write(StateWriter out) {
        List<RecentDecision> all = newestFirst();
        out.writeInt(all.size());
        for (RecentDecision one : all) {
            Choice choice = one.choice();
            out.writeLong(choice.decision());
            out.writeLong(choice.position());
            out.writeLong(choice.time());
            PackedText.write(out, choice.arm());
            boolean known = !Double.isNaN(choice.propensity());
            out.writeInt((known ? 1 : 0) + (choice.exploring() ? 2 : 0));
            out.writeDouble(known ? choice.propensity() : 0);
            out.writeDoubles(choice.setting().toArray());
            out.writeInt(ENDS.indexOf(one.end()));
            out.writeDouble(one.end() == End.LEARNT ? one.reward() : 0);
            ChoiceReason reason = choice.reason();
            out.writeInt(REASONS.indexOf(reason.kind()));
            PackedText.write(out, reason.rival());
            boolean compared = Double.isFinite(reason.lead());
            out.writeFlag(compared);
            out.writeDouble(compared ? reason.lead() : 0);
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
            read.put(readOne(in, space, layout));
        }
        return read;
    }

    private static RecentDecision readOne(StateReader in, SettingSpace space, int layout) {
        long decision = in.readTally();
        long position = in.readLong();
        long time = in.readLong();
        String arm = PackedText.read(in);
        int flags = in.readCount(3);
        double propensity = in.readDouble();
        double[] values = new double[space.size()];
        in.readDoubles(values);
        End end = ENDS.get(in.readCount(ENDS.size() - 1));
        double reward = in.readDouble();
        ChoiceReason reason = layout == 1 ? ChoiceReason.UNKNOWN : readReason(in);
        try {
            Choice choice = new Choice(
                    decision,
                    position,
                    time,
                    arm,
                    (flags & 1) == 1 ? propensity : Double.NaN,
                    (flags & 2) == 2,
                    reason,
                    space.setting(values));
            return new RecentDecision(choice, end, end == End.LEARNT ? reward : Double.NaN);
        } catch (IllegalArgumentException e) {
            throw new StateFormatException("the saved statistics have an invalid decision: " + e.getMessage());
        }
    }

    private static ChoiceReason readReason(StateReader in) {
        ChoiceReason.Kind kind = REASONS.get(in.readCount(REASONS.size() - 1));
        String rival = PackedText.read(in);
        boolean compared = in.readFlag();
        double lead = in.readDouble();
        return new ChoiceReason(kind, rival, compared ? lead : Double.NaN);
    }
}
