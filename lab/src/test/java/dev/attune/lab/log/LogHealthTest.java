package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.RealData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogHealthTest {
    private static final Arm A = new Arm("a", Features.builder().number("x", 1).build());
    private static final Arm B = new Arm("b", Features.builder().number("y", 1).build());
    private static final Arm C = new Arm("c", Features.NONE);
    private static final Features CONTEXT = Features.builder().flag("new", true).build();

    @Test
    void everythingIsCounted() {
        HealthCheck check = new HealthCheck();
        check.accept(new LoggedEvent("1", 2000, CONTEXT, List.of(A, B), 0, 0.5, 1, 1)); // w = 1
        check.accept(new LoggedEvent("2", 1000, CONTEXT, List.of(A, B, C), 1, 0.25, -2, 3)); // w = 3 / 0.75 = 4
        check.accept(new LoggedEvent("", LoggedEvent.NO_TIME, CONTEXT, List.of(A), 0, Double.NaN, 0, 1));
        check.accept(new LoggedEvent("", 5000, Features.NONE, List.of(B, C), 1, 1, Double.NaN, 1)); // w = 0.5
        Skipped skipped = new Skipped(Map.of(
                Reason.REPEATED, new Skipped.Count(3, "line 1", false),
                Reason.DANGLING_REWARD, new Skipped.Count(2, "line 1", false),
                Reason.BAD_PROPENSITY, new Skipped.Count(1, "line 1", false),
                Reason.OVER_LONG, new Skipped.Count(7, "line 1", true)));

        LogHealth health = check.health(skipped);

        assertThat(health.events()).isEqualTo(4);
        assertThat(health.arms()).isEqualTo(new LogHealth.Arms(3, false, 1, 2, 3));
        assertThat(health.rewards()).isEqualTo(new LogHealth.Rewards(3, 1, (1 - 6) / 5.0, -1, 2, -2, 1));
        assertThat(health.propensities()).isEqualTo(new LogHealth.Propensities(0.25, 1, 1, 1));
        assertThat(health.uniform().effectiveEvents()).isCloseTo(5.5 * 5.5 / 17.25, within(1e-12));
        assertThat(health.uniform().largestShare()).isCloseTo(4 / 5.5, within(1e-12));
        assertThat(health.times()).isEqualTo(new LogHealth.Times(1000, 5000, 1, 1));
        assertThat(health.features()).isEqualTo(new LogHealth.FeatureNames(1, 2, false));
        assertThat(health.repeated()).isEqualTo(3);
        assertThat(health.repeatedAtLeast()).isFalse();
        assertThat(health.danglingRewards()).isEqualTo(2);
        assertThat(health.lost()).isEqualTo(7);
    }

    @Test
    void anEmptyLogHasNoNumbersButAnAnswer() {
        LogHealth health = new HealthCheck().health(Skipped.NOTHING);

        assertThat(health.rewards().mean()).isNaN();
        assertThat(health.uniform().effectiveEvents()).isNaN();
        assertThat(HealthText.lines(health, Skipped.NOTHING)).containsExactly("events                0");
    }

    @Test
    void namesBeyondTheLimitAreNotKept() {
        DistinctNames names = new DistinctNames(2);
        List.of("a", "b", "a").forEach(names::add);
        assertThat(names.more()).isFalse();

        names.add("c");

        assertThat(names.count()).isEqualTo(2);
        assertThat(names.more()).isTrue();
    }

    @Test
    void everyNameIsCountedOnce() {
        DistinctNames names = new DistinctNames(1_000_000);
        for (int i = 0; i < 200_000; i++) {
            names.add("w" + i % 50_000);
            names.add("w" + i % 50_000 + "é");
        }
        names.add("");

        assertThat(names.count()).isEqualTo(100_001);
        assertThat(names.more()).isFalse();
    }

    @Test
    void theTableTellsWhatWasReadAndWhatWasNot() throws IOException {
        Path file = RealData.at("openbandit-men/bts/men.csv.gz");
        HealthCheck check = new HealthCheck();
        Skipped skipped =
                EventLogs.open(file, LogFormat.OPENBANDIT, CsvColumns.USUAL).read(check, bytes -> {});
        LogHealth health = check.health(skipped);

        assertThat(health.uniform().effectiveEvents()).isCloseTo(656, within(0.5));
        assertThat(HealthText.lines(health, new Skipped(Map.of("no arm", new Skipped.Count(1200, "line 7", true)))))
                .containsExactly(
                        "events                10,000",
                        "arms                  34, 34 in every event",
                        "features              5 of contexts, 5 of arms",
                        "time                  2019-11-24T00:01:03.979Z to 2019-11-30T23:59:21.586Z",
                        "rewards               mean 0.0069, sum 69, from 0 to 1, 69 not zero",
                        "propensities          from 0.000165 to 0.7253",
                        "for a uniform policy  worth 656 events of its own; the heaviest has 1.9 % of the weight",
                        "",
                        "Lost, or taken although odd:",
                        "  1,200  lost  no arm (first: line 7)");
    }
}
