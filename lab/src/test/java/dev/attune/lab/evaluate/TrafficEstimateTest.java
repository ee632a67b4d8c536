package dev.attune.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficEstimateTest {
    private static final TrafficEstimate CLEAR = new TrafficEstimate(3, 0.2, 1.5, 1, 0.2);

    @Test
    void theTestIsTheTextbooks() {
        // 5 % against 6 %: (1.96 + 0.8416)^2 (0.05 * 0.95 + 0.06 * 0.94) / 0.01^2 = 8,155 each.
        assertThat(new TrafficEstimate(2, 0.05, 0.2, 1, 0.1).test()).isBetween(2 * 8_150L, 2 * 8_160L);
        assertThat(new TrafficEstimate(2, 0.05, 0.2, 4, 0.1).test()).isBetween(8 * 8_150L, 8 * 8_160L);
    }

    @Test
    void aClearUpliftIsSeenAndTheBestArmIsChosen() {
        List<TrafficEstimate.Row> rows = CLEAR.play(1_000, 10, 1, done -> {});

        assertThat(rows).extracting(TrafficEstimate.Row::rounds).containsExactly(100L, 200L, 500L, 1_000L);
        TrafficEstimate.Row last = rows.get(3);
        assertThat(last.bestShare()).isGreaterThan(0.6);
        assertThat(last.reward()).isBetween(CLEAR.random(), CLEAR.best());
        assertThat(last.visible()).isEqualTo(1);
        assertThat(TrafficEstimate.visibleAfter(rows)).isPresent();
    }

    @Test
    void anUpliftThatIsTooSmallForTheRoundsIsNotSeen() {
        TrafficEstimate faint = new TrafficEstimate(3, 0.01, 0.05, 1, 0.1);

        List<TrafficEstimate.Row> rows = faint.play(500, 20, 1, done -> {});

        assertThat(TrafficEstimate.visibleAfter(rows)).isEmpty();
        assertThat(rows.get(rows.size() - 1).reward()).isCloseTo(0.01, within(0.01));
    }

    @Test
    void segmentsAreLearntFromTheContext() {
        TrafficEstimate estimate = new TrafficEstimate(2, 0.1, 5, 2, 0.2);

        List<TrafficEstimate.Row> rows = estimate.play(1_000, 5, 1, done -> {});

        // Without the segment no arm is better than the other, and the share is one half.
        assertThat(rows.get(rows.size() - 1).bestShare()).isGreaterThan(0.75);
    }

    @Test
    void theSameSeedGivesTheSameRows() {
        assertThat(CLEAR.play(200, 2, 7, done -> {})).isEqualTo(CLEAR.play(200, 2, 7, done -> {}));
    }

    @Test
    void impossibleValuesAreNamed() {
        assertThatThrownBy(() -> new TrafficEstimate(1, 0.1, 0.1, 1, 0.1)).hasMessage("arms = 1 must be at least 2");
        assertThatThrownBy(() -> new TrafficEstimate(2, 0.9, 0.5, 1, 0.1)).hasMessageContaining("uplift = 0.5");
        assertThatThrownBy(() -> new TrafficEstimate(2, 0.1, 0.5, 1, 0)).hasMessageContaining("uniform share = 0.0");
        assertThatThrownBy(() -> CLEAR.play(10, 1, 1, done -> {})).hasMessage("rounds = 10 must be at least 100");
    }
}
