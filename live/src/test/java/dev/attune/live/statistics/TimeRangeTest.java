package dev.attune.live.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.Control;
import dev.attune.api.Hyperparameter;
import dev.attune.api.RewardRange;
import dev.attune.api.Scale;
import dev.attune.api.SettingSpace;
import dev.attune.encode.Features;
import dev.attune.live.statistics.BanditStatistics.Ending;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A range of time states what is counted: whole steps, none that has been dropped. */
class TimeRangeTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long NOW = 1_699_920_000_000L + 100 * DAY; // midnight

    @Test
    void stepsThatHaveAPartInTheRangeAreCountedWhole() {
        TimeRange range = TimeRange.between(NOW - HOUR + 61_000, NOW - HOUR + 690_000, NOW);
        assertThat(range.span()).isEqualTo(Span.TWELVE_HOURS);
        assertThat(range.from()).isEqualTo(NOW - HOUR);
        assertThat(range.to()).isEqualTo(NOW - HOUR + 900_000 - 1);
        assertThat(TimeRange.between(NOW - HOUR, NOW - HOUR + 300_000, NOW).to())
                .as("the end of a range does not belong to it")
                .isEqualTo(NOW - HOUR + 300_000 - 1);
    }

    @Test
    void nothingIsCountedAfterNowOrBeforeWhatIsKept() {
        assertThat(TimeRange.between(NOW - 90_000, NOW + DAY, NOW + 2_000).to()).isEqualTo(NOW + 2_000);
        assertThat(TimeRange.between(NOW - 60 * DAY, NOW - DAY, NOW).from())
                .isEqualTo(TimeRange.last(Span.THIRTY_DAYS, NOW).from());
        TimeRange gone = TimeRange.between(NOW - 60 * DAY, NOW - 50 * DAY, NOW);
        assertThat(gone.from()).isEqualTo(NOW - 60 * DAY);
        assertThat(gone.to()).isEqualTo(NOW - 50 * DAY - 1);
    }

    @Test
    void theLastStepOfARangeIsCompleteIfItIsOver() {
        SettingSpace space = SettingSpace.of(new Hyperparameter("explore", "alpha", 0, 10, 0.1, 5, Scale.LINEAR, 1));
        BanditStatistics statistics = new BanditStatistics(space, new RewardRange(0, 100), Control.random());
        for (int i = 1; i <= 100; i++) {
            long time = NOW - HOUR + i;
            double p = i % 2 == 0 ? 0.95 : 0.05;
            int[] segments = statistics.decided(
                    new Choice(i, i, time, "a", p, false, ChoiceReason.of(ChoiceReason.Kind.BEST), space.preset()),
                    0,
                    Features.of("device", "phone"));
            statistics.ended(new Ending(
                    i,
                    time,
                    "a",
                    new Attribution(Attribution.weight(2, p), Control.Term.NONE, segments),
                    i % 99 == 0 ? 90 : 0));
        }
        StatisticsSnapshot seen = statistics.snapshot();
        Period period = seen.during(TimeRange.between(NOW - HOUR, NOW - HOUR + 1_000, NOW));
        assertThat(period.decisions()).isEqualTo(100);
        assertThat(period.steps(List.of()).get(0).complete()).isTrue();
        assertThat(period.random().low()).as("no reward is below 0").isZero();
        assertThat(seen.segments().get(0).values().get(0).random().low()).isZero();
    }
}
