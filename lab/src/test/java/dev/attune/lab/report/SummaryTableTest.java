package dev.attune.lab.report;

import static dev.attune.lab.report.SyntheticRun.cell;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryTableTest {
    private static List<CellResult> small() {
        List<CellResult> results = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            results.add(cell("30 arms", "LinUCB", "OP", Role.ASKED, i, 200 + 10 * i, 0));
            results.add(cell("30 arms", "LinUCB", "VOI", Role.ASKED, i, 100 + 10 * i, 0));
            results.add(cell("30 arms", "LinUCB", "explore=0.5", Role.GRID, i, 120 + 10 * i, 0));
            results.add(cell("30 arms", "LinUCB", "Greedy", Role.GREEDY, i, i == 1 ? 50 : 300, 0));
            results.add(cell("30 arms", "Random", "-", Role.RANDOM, i, 1200, 0));
        }
        return results;
    }

    /**
     * Greedy minus VOI is -60, 150, 160, 170, 180. The interval's level is 0.00096 at each end. Of all resamples 0.00032
     * are five times -60 and 0.0016 are four times -60 and once 150, so it begins at -90 / 5; likewise at the other end.
     */
    @Test
    void aBlockHasATitleRowsBestFirstAndAVerdict() {
        String text = SummaryTable.toText(Analysis.of("test", small()), Standings.of(small()));
        assertThat(text).startsWith("""
                30 arms, LinUCB: T = 100, n = 5 repetitions

                  tuner                     regret   +-  ratio         minus VOI [95 %]  wins  CPU s     us
                * VOI                          130   20   0.87                                   0.5  5,000
                  Best fixed (explore=0.5)     150   20   1.00           +20 [+20, +20]   5/5    0.5  5,000
                  OP                           230   20   1.53        +100 [+100, +100]   5/5    0.5  5,000
                  Greedy                       250  139   1.67         +120 [-18, +178]   4/5    0.5  5,000
                  Random                     1,200    0   8.00  +1,070 [+1,052, +1,088]   5/5    0.5  5,000

                VOI has less regret than OP, Best fixed and Random. It cannot be told apart from Greedy. With 5
                repetitions the intervals are rough.
                """);
        assertThat(text).contains("+-: half of a 95 % interval");
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 1e-3, 1, 1e3, 1e9})
    void linesAreAtMost100ColumnsWideAtAnyScaleAndForLongNames(double scale) {
        String name = "Continuous dynamic tuning as released, restarted every 3 T^(3/4) rounds";
        List<CellResult> results = new ArrayList<>();
        for (boolean regret : new boolean[] {true, false}) {
            String environment = "an environment of which much can be said, regret known: " + regret;
            results.addAll(SyntheticRun.usual(
                    environment, "LinUCB", List.of("VOI and " + name, name, "OP"), 20, regret, scale));
        }
        String text = SummaryTable.toText(Analysis.of("test", results), Standings.of(results));
        assertThat(text.lines()).allMatch(line -> line.length() <= 100 && line.equals(line.stripTrailing()));
        assertThat(text).contains("Random", "higher reward is better").doesNotContain("NaN");
    }

    @Test
    void anUnfinishedRunSaysHowManyRepetitionsALineHas() {
        List<CellResult> results = small();
        results.removeIf(cell -> cell.tuner().equals("OP") && cell.repetition() > 3);
        String text = SummaryTable.toText(Analysis.of("test", results), Standings.of(results));
        assertThat(text).contains("n = 3 to 5 repetitions", "OP, n = 3 ", "Too few repetitions");
    }

    @Test
    void aSingleRepetitionHasNoIntervals() {
        List<CellResult> results = small();
        results.removeIf(cell -> cell.repetition() > 1);
        assertThat(SummaryTable.toText(Analysis.of("test", results), Standings.of(results))
                        .lines())
                .contains("  OP                         210   -   4.20              +100   1/1    0.5  5,000");
    }

    @Test
    void nothingToShowIsSaid() {
        assertThat(SummaryTable.toText(Analysis.of("test", List.of()), Standings.of(List.of())))
                .isEqualTo("No results yet.\n");
    }

    @Test
    void jsonHasOneObjectALineForEachRow() throws JsonProcessingException {
        Analysis analysis = Analysis.of("test", small());
        List<String> lines = SummaryTable.toJson(analysis).lines().toList();
        assertThat(lines).hasSize(5);
        JsonNode best = new ObjectMapper().readTree(lines.get(0));
        assertThat(best.get("tuner").asText()).isEqualTo("VOI");
        assertThat(best.get("bestAsked").asBoolean()).isTrue();
        assertThat(best.has("minusReference")).isFalse();
        JsonNode fixed = new ObjectMapper().readTree(lines.get(1));
        assertThat(fixed.get("note").asText()).isEqualTo("explore=0.5");
        assertThat(fixed.get("role").asText()).isEqualTo("grid");
        assertThat(fixed.at("/regret/mean").asDouble()).isEqualTo(150);
        assertThat(fixed.at("/minusReference/mean").asDouble()).isEqualTo(20);
        assertThat(fixed.at("/minusReference/referenceWins").asInt()).isEqualTo(5);
        assertThat(fixed.get("ratioToBestFixed").asDouble()).isEqualTo(1);
        assertThat(fixed.get("microsecondsPerRound").asDouble()).isEqualTo(5000);
    }

    @Test
    void unknownNumbersAreNullInJson() throws JsonProcessingException {
        Analysis analysis = Analysis.of("test", List.of(cell("log", "LinUCB", "VOI", Role.ASKED, 1, Double.NaN, 7)));
        JsonNode row = new ObjectMapper().readTree(SummaryTable.toJson(analysis));
        assertThat(row.at("/regret/mean").isNull()).isTrue();
        assertThat(row.at("/reward/sd").isNull()).isTrue();
        assertThat(row.at("/reward/mean").asDouble()).isEqualTo(7);
    }
}
