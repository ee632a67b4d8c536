package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final Difference BELOW_OP = difference("OP", -9, -1, 5);
    private static final Difference BELOW_TL = difference("TL", -9, -1, 5);
    private static final Difference ABOVE_TL = difference("TL", 1, 9, 5);
    private static final Difference LEVEL_OP = difference("OP", -1, 1, 5);
    private static final Difference LEVEL_TL = difference("TL", -1, 1, 5);
    private static final Difference BELOW_FIXED = difference("Best fixed", -9, -1, 5);

    private static Difference difference(String against, double low, double high, int repetitions) {
        return new Difference("VOI", against, (low + high) / 2, low, high, 3, repetitions);
    }

    private static Panel panel(boolean regret, Difference... differences) {
        List<Line> lines = new ArrayList<>();
        lines.add(line("VOI", Role.ASKED));
        for (Difference difference : differences) {
            boolean fixed = difference.against().equals("Best fixed");
            lines.add(line(difference.against(), fixed ? Role.GRID : Role.ASKED));
        }
        return new Panel("a", "LinUCB", 100, regret, lines, List.of(), List.of(differences));
    }

    private static Line line(String tuner, Role role) {
        Estimate none = new Estimate(0, 0, 0, 0);
        Band empty = new Band(new double[0], new double[0], new double[0]);
        return new Line(tuner, role, "", 5, none, none, 0, new long[0], empty, Map.of());
    }

    @Test
    void intervalsBelowZeroAreAheadInRegretAndBehindInReward() {
        assertThat(Verdict.of(panel(true, BELOW_OP, BELOW_TL))).isEqualTo("VOI is ahead of all others asked.");
        assertThat(Verdict.of(panel(false, BELOW_OP, BELOW_TL))).isEqualTo("VOI is behind all others asked.");
        assertThat(Verdict.of(panel(true, BELOW_OP))).isEqualTo("VOI is ahead of OP.");
    }

    @Test
    void intervalsAroundZeroEstablishNothing() {
        assertThat(Verdict.of(panel(true, LEVEL_OP))).isEqualTo("No difference is established between VOI and OP.");
        assertThat(Verdict.of(panel(true, LEVEL_OP, LEVEL_TL)))
                .isEqualTo("No difference is established between VOI and any other asked.");
        assertThat(Verdict.of(panel(true, LEVEL_OP, BELOW_TL)))
                .isEqualTo("VOI is ahead of TL; no difference is established between VOI and OP.");
    }

    @Test
    void aMixedResultNamesEachSide() {
        assertThat(Verdict.of(panel(true, BELOW_OP, ABOVE_TL))).isEqualTo("VOI is ahead of OP, behind TL.");
        assertThat(Verdict.of(panel(true, BELOW_OP, ABOVE_TL, difference("X", -1, 1, 5), difference("Y", -1, 1, 5))))
                .isEqualTo(
                        "VOI is ahead of OP, behind TL; no difference is established between VOI and any of X and Y.");
    }

    @Test
    void theBestFixedSettingDecidesOnlyWhereNothingElseWasAsked() {
        assertThat(Verdict.of(panel(true, BELOW_FIXED))).isEqualTo("VOI is ahead of the best fixed setting.");
        assertThat(Verdict.of(panel(true, LEVEL_OP, BELOW_FIXED)))
                .isEqualTo("No difference is established between VOI and OP.");
    }

    @Test
    void fewRepetitionsEstablishNothing() {
        assertThat(Verdict.of(panel(true, BELOW_OP, difference("TL", -9, -1, 4))))
                .isEqualTo("Too few repetitions to establish a difference: 4, at least 5 are needed.");
    }

    @Test
    void nothingToCompareIsSaid() {
        assertThat(Verdict.of(panel(true))).isEqualTo("There is nothing to compare with yet.");
    }
}
