package dev.attune.live.statistics;

import dev.attune.api.SettingSpace;
import dev.attune.live.statistics.BanditStatistics.Ending;
import dev.attune.live.statistics.RecentDecision.End;
import dev.attune.state.StateFormatException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The last decisions and how they ended. */
final class RecentDecisions {
    static final int CAPACITY = 200;

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

    void transfer(SavedFields saved, SettingSpace space) {
        Choice blank =
                new Choice(0, 0, 0, "", Double.NaN, false, ChoiceReason.of(ChoiceReason.Kind.RULE), space.preset());
        List<RecentDecision> all = new ArrayList<>(newestFirst());
        saved.list(
                all, CAPACITY, () -> new RecentDecision(blank, End.WAITING, Double.NaN), one -> transfer(one, saved));
        all.forEach(this::put);
    }

    private static RecentDecision transfer(RecentDecision one, SavedFields saved) {
        Choice choice = one.choice();
        long decision = saved.count(choice.decision());
        long position = saved.any(choice.position());
        long time = saved.any(choice.time());
        String arm = saved.text(choice.arm());
        boolean known = !Double.isNaN(choice.propensity());
        int flags = saved.whole((known ? 1 : 0) + (choice.exploring() ? 2 : 0), 3);
        double propensity = saved.number(known ? choice.propensity() : 0);
        double[] setting = saved.numbers(choice.setting().toArray());
        End end = saved.constant(one.end(), End.values());
        double reward = saved.number(one.end() == End.LEARNT ? one.reward() : 0);
        ChoiceReason reason = choice.reason().transfer(saved);
        try {
            Choice made = new Choice(
                    decision,
                    position,
                    time,
                    arm,
                    (flags & 1) == 1 ? propensity : Double.NaN,
                    (flags & 2) == 2,
                    reason,
                    choice.setting().space().setting(setting));
            return new RecentDecision(made, end, end == End.LEARNT ? reward : Double.NaN);
        } catch (IllegalArgumentException e) {
            throw new StateFormatException("the saved statistics have an invalid decision: " + e.getMessage());
        }
    }
}
