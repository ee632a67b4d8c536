package dev.attune.live;

import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit.LastRound;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The order in which arms are shown after the chosen one. Nothing is learnt about them. */
final class Ranking {
    private static final int[] NONE = {};

    private Ranking() {}

    /**
     * The arms after the chosen one: by their index under the setting in force, the first of equals first; in the order given where they were
     * not scored.
     *
     * @param arms number of arms on offer
     * @param top number of arms to be shown, the chosen one included; less if there are not so many
     * @return places of the arms
     */
    static int[] of(LastRound round, Pull made, int arms, int top) {
        if (top == 1) {
            return NONE;
        }
        IntStream others = IntStream.range(0, arms).filter(k -> k != made.arm());
        if (round.scored()) {
            double explore = made.suggestion().setting().get(0);
            double[] means = round.means();
            double[] bonuses = round.bonuses();
            others = others.boxed()
                    .sorted(Comparator.comparingDouble(k -> -Math.fma(explore, bonuses[k], means[k])))
                    .mapToInt(Integer::intValue);
        }
        return others.limit(top - 1L).toArray();
    }
}
