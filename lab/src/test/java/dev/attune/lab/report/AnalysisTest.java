package dev.attune.lab.report;

import static dev.attune.lab.report.SyntheticRun.cell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Curve;
import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnalysisTest {
    private final List<CellResult> results = new ArrayList<>();

    private void add(String environment, String policy, String tuner, Role role, double... regrets) {
        for (int i = 0; i < regrets.length; i++) {
            results.add(cell(environment, policy, tuner, role, i + 1, regrets[i], 1000 - regrets[i]));
        }
    }

    private Panel panel() {
        Analysis analysis = Analysis.of("test", results);
        assertThat(analysis.panels()).hasSize(1);
        return analysis.panels().get(0);
    }

    private static Line line(Panel panel, String tuner) {
        return panel.lines().stream()
                .filter(line -> line.tuner().equals(tuner))
                .findFirst()
                .orElseThrow();
    }

    private static Panel.Difference against(Panel panel, String tuner) {
        return panel.differences().stream()
                .filter(difference -> difference.against().equals(tuner))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void repetitionsWithoutACurveCountInTheFiguresAndAreNotDrawn() {
        CellResult drawn = SyntheticRun.cell("e", "p", "VOI", Role.ASKED, 1, 10, 90);
        CellResult bare = new CellResult(
                new CellResult.Origin("spec", "cell", "0", "17", 2),
                "e",
                "p",
                "VOI",
                Role.ASKED,
                2,
                new CellResult.Score(
                        100, 100, 30, 70, new Curve(new long[0], new double[0], new double[0], Map.of()), 0.5));

        Line line = Analysis.of("test", List.of(drawn, bare))
                .panels()
                .get(0)
                .lines()
                .get(0);

        assertThat(line.regret().mean()).isEqualTo(20);
        assertThat(line.repetitions()).isEqualTo(2);
        assertThat(line.curve().mean()).containsExactly(5, 10);
    }

    @Test
    void panelsAndLinesKeepTheOrderInWhichTheyAppear() {
        add("b", "LinUCB", "OP", Role.ASKED, 5);
        add("a", "LinTS", "TL", Role.ASKED, 5);
        add("b", "LinTS", "OP", Role.ASKED, 5);
        add("b", "LinUCB", "CDT", Role.ASKED, 5);
        Analysis analysis = Analysis.of("a title", results);
        assertThat(analysis.title()).isEqualTo("a title");
        assertThat(analysis.panels())
                .extracting(panel -> panel.environment() + " " + panel.policy())
                .containsExactly("b LinUCB", "b LinTS", "a LinTS");
        assertThat(analysis.panels().get(0).lines()).extracting(Line::tuner).containsExactly("OP", "CDT");
        assertThat(analysis.panels().get(0).rounds()).isEqualTo(100);
    }

    @Test
    void randomChoiceIsInEveryPanelOfItsEnvironmentAndHasNoneOfItsOwn() {
        add("a", "Random", "-", Role.RANDOM, 90, 92);
        add("a", "LinUCB", "OP", Role.ASKED, 5, 6);
        add("a", "LinTS", "OP", Role.ASKED, 7, 8);
        add("b", "Random", "-", Role.RANDOM, 70);
        Analysis analysis = Analysis.of("test", results);
        assertThat(analysis.panels()).hasSize(2).allSatisfy(panel -> {
            assertThat(panel.lines()).extracting(Line::tuner).containsExactly("OP", "Random");
            assertThat(line(panel, "Random").regret().mean()).isEqualTo(91);
            assertThat(line(panel, "Random").role()).isEqualTo(Role.RANDOM);
        });
    }

    @Test
    void aPolicyWithoutFixedSettingsIsComparedWithTheBestOneOfAllPolicies() {
        add("a", "Auto", "Auto", Role.ASKED, 5, 6);
        add("a", "LinUCB", "VOI", Role.ASKED, 7, 7);
        add("a", "LinUCB", "explore=1", Role.GRID, 9, 9);
        add("a", "LinUCB", "Greedy", Role.GREEDY, 8, 8);
        add("a", "LinTS", "VOI", Role.ASKED, 7, 7);
        add("a", "LinTS", "explore=1", Role.GRID, 5, 4);
        add("b", "Auto", "Auto", Role.ASKED, 5, 6); // no fixed settings at all
        List<Panel> panels = Analysis.of("test", results).panels();
        Panel auto = panels.get(0);
        assertThat(auto.lines()).extracting(Line::tuner).containsExactly("Auto", "Best fixed");
        assertThat(line(auto, "Best fixed").note()).isEqualTo("LinTS explore=1");
        assertThat(line(auto, "Best fixed").regret().mean()).isEqualTo(4.5);
        assertThat(against(auto, "Best fixed").mean()).isEqualTo(1);
        assertThat(auto.grid()).isEmpty();
        assertThat(line(panels.get(1), "Best fixed").note()).isEqualTo("explore=0");
        assertThat(panels.get(3).lines()).extracting(Line::tuner).containsExactly("Auto");
    }

    @Test
    void theBestFixedSettingIsTheOneWithTheSmallestMeanRegret() {
        add("a", "LinUCB", "OP", Role.ASKED, 5, 6);
        add("a", "LinUCB", "explore=0.5", Role.GRID, 10, 4); // 7
        add("a", "LinUCB", "explore=0.1", Role.GRID, 5, 7); // 6
        add("a", "LinUCB", "explore=2", Role.GRID, 20, 1); // 10.5
        add("a", "LinUCB", "Greedy", Role.GREEDY, 8, 8);
        Panel panel = panel();
        assertThat(panel.lines()).extracting(Line::tuner).containsExactly("OP", "Best fixed", "Greedy");
        Line best = line(panel, "Best fixed");
        assertThat(best.note()).isEqualTo("explore=0.1");
        assertThat(best.role()).isEqualTo(Role.GRID);
        assertThat(best.regret().mean()).isEqualTo(6);
        assertThat(panel.grid())
                .extracting(Line::tuner)
                .containsExactly("explore=0", "explore=0.1", "explore=0.5", "explore=2");
        assertThat(panel.grid()).extracting(Line::role).first().isEqualTo(Role.GREEDY);
    }

    @Test
    void greedyChoiceCanBeTheBestFixedSetting() {
        add("a", "LinUCB", "OP", Role.ASKED, 5);
        add("a", "LinUCB", "explore=0.5", Role.GRID, 10);
        add("a", "LinUCB", "Greedy", Role.GREEDY, 3);
        assertThat(line(panel(), "Best fixed").note()).isEqualTo("explore=0");
        assertThat(line(panel(), "Best fixed").role()).isEqualTo(Role.GRID);
    }

    @Test
    void greedyChoiceIsNotCountedTwiceWhereTheGridHasZero() {
        add("a", "LinUCB", "OP", Role.ASKED, 5);
        add("a", "LinUCB", "explore=0.0", Role.GRID, 3);
        add("a", "LinUCB", "Greedy", Role.GREEDY, 3);
        assertThat(panel().grid()).extracting(Line::tuner).containsExactly("explore=0.0");
    }

    @Test
    void aGridOfOtherLabelsKeepsItsOrderBehindGreedy() {
        add("a", "GLOC", "OP", Role.ASKED, 5);
        add("a", "GLOC", "explore=2 kappa=1", Role.GRID, 10);
        add("a", "GLOC", "explore=1 kappa=1", Role.GRID, 9);
        add("a", "GLOC", "Greedy", Role.GREEDY, 30);
        assertThat(panel().grid())
                .extracting(Line::tuner)
                .containsExactly("Greedy", "explore=2 kappa=1", "explore=1 kappa=1");
    }

    @Test
    void withoutRegretTheLargestRewardIsBest() {
        for (String label : List.of("explore=1", "explore=2")) {
            double reward = label.equals("explore=1") ? 40 : 50;
            results.add(cell("a", "LinUCB", label, Role.GRID, 1, Double.NaN, reward));
        }
        results.add(cell("a", "LinUCB", "VOI", Role.ASKED, 1, Double.NaN, 45));
        Panel panel = panel();
        assertThat(panel.knowsRegret()).isFalse();
        assertThat(line(panel, "Best fixed").note()).isEqualTo("explore=2");
        assertThat(line(panel, "VOI").regret().mean()).isNaN();
        assertThat(line(panel, "VOI").curve().mean()).containsExactly(22.5, 45);
        assertThat(against(panel, "Best fixed").mean()).isEqualTo(-5);
        assertThat(against(panel, "Best fixed").wins()).isZero();
    }

    @Test
    void theDefaultTunerIsComparedWithEveryOtherLineOnTheSameRepetitions() {
        add("a", "LinUCB", "OP", Role.ASKED, 10, 20, 30, 40, 50);
        add("a", "LinUCB", "VOI (robust)", Role.ASKED, 9, 18, 31, 36, 45);
        add("a", "LinUCB", "VOI", Role.ASKED, 1, 1, 1, 1, 1);
        add("a", "Random", "-", Role.RANDOM, 90, 90, 90, 90, 90);
        Panel panel = panel();
        assertThat(panel.differences()).extracting(Panel.Difference::tuner).containsOnly("VOI (robust)");
        assertThat(panel.differences()).extracting(Panel.Difference::against).containsExactly("OP", "VOI", "Random");
        Panel.Difference difference = against(panel, "OP");
        assertThat(difference.mean()).isCloseTo(-2.2, within(1e-12)); // -1, -2, +1, -4, -5
        assertThat(difference.wins()).isEqualTo(4);
        assertThat(difference.repetitions()).isEqualTo(5);
        assertThat(difference.low()).isBetween(-5.0, -2.2);
        assertThat(difference.high()).isBetween(-2.2, 1.0);
    }

    @Test
    void withoutTheDefaultTunerTheBestOneAskedForIsTheReference() {
        add("a", "LinUCB", "OP", Role.ASKED, 10, 20);
        add("a", "LinUCB", "TL", Role.ASKED, 9, 20);
        add("a", "LinUCB", "Greedy", Role.GREEDY, 1, 1);
        assertThat(panel().differences()).extracting(Panel.Difference::tuner).containsExactly("TL", "TL");
    }

    @Test
    void anUnfinishedRunIsComparedOnWhatThereIs() {
        add("a", "LinUCB", "VOI", Role.ASKED, 10, 20, 60);
        add("a", "LinUCB", "OP", Role.ASKED, 12, 25);
        results.add(cell("a", "LinUCB", "TL", Role.ASKED, 7, 1, 1));
        add("a", "LinUCB", "explore=1", Role.GRID, 10, 20, 90); // 15 on what they share, 40 on all
        add("a", "LinUCB", "explore=2", Role.GRID, 16, 18); // 17
        results.add(cell("a", "LinUCB", "explore=3", Role.GRID, 1, 1, 1)); // one easy repetition
        Panel panel = panel();
        assertThat(line(panel, "VOI").repetitions()).isEqualTo(3);
        assertThat(line(panel, "VOI").regret().mean()).isEqualTo(30);
        assertThat(line(panel, "OP").repetitions()).isEqualTo(2);
        assertThat(against(panel, "OP").mean()).isEqualTo(-3.5);
        assertThat(against(panel, "OP").repetitions()).isEqualTo(2);
        assertThat(panel.differences()).extracting(Panel.Difference::against).doesNotContain("TL");
        assertThat(line(panel, "Best fixed").note()).isEqualTo("explore=1");
    }

    @Test
    void ofTwoResultsForTheSameRepetitionTheLastCounts() {
        add("a", "LinUCB", "VOI", Role.ASKED, 10, 20);
        add("a", "LinUCB", "VOI", Role.ASKED, 30);
        assertThat(line(panel(), "VOI").repetitions()).isEqualTo(2);
        assertThat(line(panel(), "VOI").regret().mean()).isEqualTo(25);
    }

    @Test
    void theOrderOfRepetitionsDoesNotMatter() {
        results.addAll(SyntheticRun.usual("a", "LinUCB", List.of("VOI"), 7, true, 1));
        Analysis analysis = Analysis.of("test", results);
        Collections.reverse(results);
        Analysis reversed = Analysis.of("test", results);
        assertThat(line(reversed.panels().get(0), "VOI").regret())
                .isEqualTo(line(analysis.panels().get(0), "VOI").regret());
        assertThat(against(reversed.panels().get(0), "Random"))
                .isEqualTo(against(analysis.panels().get(0), "Random"));
    }

    @Test
    void rewardOfLogsIsThatOfAnAnsweredRoundTimesTheRounds() {
        CellResult full = cell("a", "LinUCB", "VOI", Role.ASKED, 1, Double.NaN, 12);
        results.add(new CellResult(
                full.origin(),
                full.environment(),
                full.policy(),
                full.tuner(),
                full.role(),
                1,
                new CellResult.Score(100, 40, Double.NaN, 12, full.curve(), 0.5)));
        Line line = line(panel(), "VOI");
        assertThat(line.reward().mean()).isEqualTo(30); // 12 / 40 * 100
        assertThat(line.curve().mean()).containsExactly(15, 30);
    }

    @Test
    void curvesAndSettingsAreAveragedWhereAllRepetitionsHaveAPoint() {
        results.add(withCurve(1, new long[] {10, 50, 100}, new double[] {1, 2, 3}, new double[] {5, 6, 7}));
        results.add(withCurve(2, new long[] {50, 100}, new double[] {4, 9}, new double[] {8, 1}));
        Line line = line(panel(), "VOI");
        assertThat(line.t()).containsExactly(50, 100);
        assertThat(line.curve().mean()).containsExactly(3, 6);
        assertThat(line.settings()).containsOnlyKeys("explore");
        assertThat(line.settings().get("explore").mean()).containsExactly(7, 4);
        assertThat(line.cpuSeconds()).isEqualTo(0.5);
    }

    private static CellResult withCurve(int repetition, long[] t, double[] regret, double[] explore) {
        Curve curve = new Curve(t, regret, regret, Map.of("explore", explore));
        return new CellResult(
                new CellResult.Origin("s", "c", "0", "17", 1),
                "a",
                "LinUCB",
                "VOI",
                Role.ASKED,
                repetition,
                new CellResult.Score(100, 100, 3, 3, curve, 0.5));
    }

    @Test
    void differentNumbersOfRoundsInOneEnvironmentAreRefused() {
        add("a", "LinUCB", "VOI", Role.ASKED, 10);
        results.addAll(SyntheticRun.usual("a", "LinUCB", List.of("OP"), 1, true, 1));
        assertThatThrownBy(() -> Analysis.of("test", results))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("environment a")
                .hasMessageContaining("[100, 14000]");
    }

    @Test
    void noResultsGiveNoPanels() {
        assertThat(Analysis.of("test", List.of()).panels()).isEmpty();
    }
}
