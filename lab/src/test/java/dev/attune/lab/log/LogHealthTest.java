package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.RealData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
        LogHealth health = new LogHealth();
        health.accept(new LoggedEvent("1", 2000, CONTEXT, List.of(A, B), 0, 0.5, 1, 1)); // w = 1
        health.accept(new LoggedEvent("2", 1000, CONTEXT, List.of(A, B, C), 1, 0.25, -2, 3)); // w = 3 / 0.75 = 4
        health.accept(new LoggedEvent("", LoggedEvent.NO_TIME, CONTEXT, List.of(A), 0, Double.NaN, 0, 1));
        health.accept(new LoggedEvent("", 5000, Features.NONE, List.of(B, C), 1, 1, Double.NaN, 1)); // w = 0.5
        Map<String, Skipped.Count> reasons = new LinkedHashMap<>();
        reasons.put(EventSink.REPEATED, new Skipped.Count(3, "line 5", false));
        reasons.put(EventSink.BAD_PROPENSITY, new Skipped.Count(1, "line 1", false));
        reasons.put(LogLines.OVER_LONG, new Skipped.Count(1700, "line 2", true));

        assertThat(health.effectiveEvents()).isCloseTo(5.5 * 5.5 / 17.25, within(1e-12));
        assertThat(health.lines(new Skipped(reasons)))
                .containsExactly(
                        "events                4",
                        "arms                  3, 1 to 3 in an event, 2 on average",
                        "features              1 of contexts, 2 of arms",
                        "repeated ids          3",
                        "time                  1970-01-01T00:00:01Z to 1970-01-01T00:00:05Z, 1 earlier than the event before,"
                                + " 1 without a time",
                        "rewards               mean -1, sum -1, from -2 to 1, 2 not zero, 1 unknown",
                        "propensities          from 0.2500 to 1, 1 unknown, 1 of them outside (0, 1]",
                        "for a uniform policy  worth 1.8 events of its own; the heaviest has 73 % of the weight",
                        "",
                        "Lost, or accepted with a fault:",
                        "      3        event whose id came before; the first counts (first: line 5)",
                        "      1        propensity outside (0, 1]; taken as unknown (first: line 1)",
                        "  1,700  lost  line longer than 16 MB (first: line 2)");
    }

    @Test
    void anEmptyLogHasNoNumbersButAnAnswer() {
        LogHealth health = new LogHealth();

        assertThat(health.effectiveEvents()).isNaN();
        assertThat(health.lines(Skipped.NOTHING)).containsExactly("events                0");
    }

    @Test
    void namesBeyondTheLimitAreNotKept() {
        NameSet.Counter names = new NameSet.Counter(2);
        List.of("a", "b", "a").forEach(names::add);
        assertThat(names.exceeded()).isFalse();

        names.add("c");

        assertThat(names.count()).isEqualTo(2);
        assertThat(names.exceeded()).isTrue();
    }

    @Test
    void everyNameIsCountedOnce() {
        NameSet.Counter names = new NameSet.Counter(1_000_000);
        for (int i = 0; i < 200_000; i++) {
            names.add("w" + i % 50_000);
            names.add("w" + i % 50_000 + "é");
        }
        names.add("");

        assertThat(names.count()).isEqualTo(100_001);
        assertThat(names.exceeded()).isFalse();
    }

    @Test
    void theTableTellsWhatWasReadAndWhatWasNot() throws IOException {
        Path file = RealData.at("openbandit-men/bts/men.csv.gz");
        LogHealth health = new LogHealth();
        DecisionLog.open(file, LogFormat.OPENBANDIT, CsvColumns.DEFAULT).read(health, bytes -> {});

        assertThat(health.effectiveEvents()).isCloseTo(656, within(0.5));
        assertThat(health.lines(new Skipped(Map.of("no arm", new Skipped.Count(1200, "line 7", true)))))
                .containsExactly(
                        "events                10,000",
                        "arms                  34, 34 in every event",
                        "features              5 of contexts, 5 of arms",
                        "time                  2019-11-24T00:01:03.979Z to 2019-11-30T23:59:21.586Z",
                        "rewards               mean 0.0069, sum 69, from 0 to 1, 69 not zero",
                        "propensities          from 0.000165 to 0.7253",
                        "for a uniform policy  worth 656 events of its own; the heaviest has 1.9 % of the weight",
                        "",
                        "Lost, or accepted with a fault:",
                        "  1,200  lost  no arm (first: line 7)");
    }
}
