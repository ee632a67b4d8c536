package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PanelTest {

    private static Panel panel(boolean knowsRegret, Panel.Difference... differences) {
        return new Panel("simulation", "LinUCB", 1000, knowsRegret, List.of(), List.of(), List.of(differences));
    }

    private static Panel.Difference difference(String against, double low, double high, int repetitions) {
        return new Panel.Difference("VOI", against, (low + high) / 2, low, high, repetitions / 2, repetitions);
    }

    @Test
    void tellsWhichDifferencesLeaveOutZero() {
        Panel panel = panel(
                true,
                difference("OP", -5, -1, 20),
                difference("TL", -9, -0.1, 20),
                difference("Best fixed", 1, 3, 20),
                difference("RandUCB", -1, 2, 20),
                difference("Greedy", -2, 0, 20));

        assertThat(panel.conclusions())
                .containsExactly(
                        "VOI has less regret than OP and TL, and more regret than Best fixed.",
                        "It cannot be told apart from RandUCB or Greedy.");
    }

    @Test
    void moreRewardIsWhatSpeaksForTheReference() {
        Panel panel = panel(false, difference("OP", -5, -1, 20), difference("TL", 1, 2, 20));

        assertThat(panel.conclusions()).containsExactly("VOI has more reward than TL, and less reward than OP.");
    }

    @Test
    void saysWhenNothingIsEstablished() {
        assertThat(panel(true, difference("OP", -5, 1, 20)).conclusions())
                .containsExactly("VOI cannot be told apart from OP.");
    }

    @Test
    void fourRepetitionsEstablishNothing() {
        assertThat(panel(true, difference("OP", -5, -4, 4)).conclusions())
                .containsExactly("Too few repetitions to establish a difference: 4, at least 5 are needed.");
    }

    @Test
    void anUnknownIntervalEstablishesNothing() {
        assertThat(panel(true, difference("OP", Double.NaN, Double.NaN, 20)).conclusions())
                .containsExactly("VOI cannot be told apart from OP.");
    }

    @Test
    void warnsOfFewRepetitions() {
        assertThat(panel(true, difference("OP", -5, -1, 5)).conclusions())
                .containsExactly("VOI has less regret than OP.", "With 5 repetitions the intervals are rough.");
    }

    @Test
    void hasNothingToSayWhereNothingIsCompared() {
        assertThat(panel(true).conclusions()).isEmpty();
    }
}
