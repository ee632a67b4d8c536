package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.lab.report.Standings.Standing;
import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingsTest {
    private static Line line(String tuner, Role role, double regret, double badLuck) {
        Estimate known = new Estimate(regret, 1, regret - 1, regret + 1);
        Band nothing = new Band(new double[0], new double[0], new double[0]);
        return new Line(tuner, role, "", 10, known, badLuck, known, 0.1, new long[0], nothing, Map.of());
    }

    private static Panel panel(String environment, double best, double bestLuck, Line... asked) {
        List<Line> lines = new ArrayList<>(List.of(asked));
        lines.add(line("Best fixed", Role.GRID, best, bestLuck));
        lines.add(line("Random", Role.RANDOM, 999, 999));
        return new Panel(environment, "LinUCB", 100, true, lines, List.of(), List.of());
    }

    private static Analysis analysis() {
        return new Analysis(
                "three",
                List.of(
                        panel("a", 10, 20, line("VOI", Role.ASKED, 20, 20), line("OP", Role.ASKED, 10, 10)),
                        panel("b", 10, 20, line("VOI", Role.ASKED, 5, 40)),
                        panel("c", 10, 20, line("VOI", Role.ASKED, 80, 80), line("OP", Role.ASKED, 10, 10))));
    }

    @Test
    void takesTheGeometricMeanAndTheWorstOverTheProblemsThatATunerPlayed() {
        List<Standing> standings = Standings.of(analysis());

        assertThat(standings).hasSize(1); // OP played two problems, which are better read one by one
        Standing voi = standings.get(0);
        assertThat(voi.tuner()).isEqualTo("VOI");
        assertThat(voi.problems()).isEqualTo(3);
        assertThat(voi.mean()).isCloseTo(2, within(1e-12)); // (2 * 1/2 * 8)^(1/3)
        assertThat(voi.worst()).isEqualTo(8);
        assertThat(voi.where()).isEqualTo("c, LinUCB");
        assertThat(voi.luckMean()).isCloseTo(2, within(1e-12)); // (1 * 2 * 4)^(1/3)
        assertThat(voi.luckWorst()).isEqualTo(4);
    }

    @Test
    void isShownBelowTheProblemsAndWrittenForEachOfThem() {
        assertThat(SummaryTable.toText(analysis())).contains("Over all problems", "c, LinUCB");
        assertThat(SummaryCsv.ratios(analysis()).lines())
                .containsExactly(
                        "environment,policy,tuner,reps,ratio,ratio_90th_percentile",
                        "a,LinUCB,VOI,10,2,1",
                        "a,LinUCB,OP,10,1,0.5",
                        "b,LinUCB,VOI,10,0.5,2",
                        "c,LinUCB,VOI,10,8,4",
                        "c,LinUCB,OP,10,1,0.5");
    }

    @Test
    void aProblemWithoutAKnownRegretDoesNotCount() {
        Panel unknown = new Panel(
                "log",
                "LinUCB",
                100,
                false,
                List.of(line("VOI", Role.ASKED, Double.NaN, Double.NaN)),
                List.of(),
                List.of());

        assertThat(Standings.ratios(new Analysis("one", List.of(unknown)))).isEmpty();
    }
}
