package dev.attune.lab.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.attune.lab.reproduce.GridStudy.Grid;
import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Curve;
import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GridStudyTest {
    private static CellResult result(String policy, String tuner, Role role, int repetition, double regret) {
        Curve none = new Curve(new long[0], new double[0], new double[0], Map.of());
        return new CellResult(
                new CellResult.Origin("", "", "", "", 1),
                "ball",
                policy,
                tuner,
                role,
                repetition,
                new CellResult.Score(10, 10, regret, 0, none, 0));
    }

    private static List<CellResult> results(String policy, String tuner, double... regrets) {
        List<CellResult> results = new ArrayList<>();
        for (int i = 0; i < regrets.length; i++) {
            results.add(result(policy, tuner, Role.GRID, i + 1, regrets[i]));
        }
        return results;
    }

    @Test
    void theBestRateAndThoseWithinTwoErrorsOfItAreFoundByPairs() {
        List<CellResult> all = new ArrayList<>();
        all.addAll(results("LinUCB", "explore=0.1", 10, 20, 30)); // mean 20, the best
        all.addAll(results("LinUCB", "explore=10", 11, 21, 31)); // always worse by 1: surely worse
        all.addAll(results("LinUCB", "explore=2", 5, 30, 28)); // mean 21, differences -5, 10, -2: error 4.6
        all.addAll(results("LinTS", "explore=1", 7, 9));
        all.add(result("LinUCB", "Greedy", Role.GREEDY, 1, 1));
        all.add(result("LinUCB", "VOI", Role.ASKED, 1, 1));

        List<Grid> grids = Grid.of(all);

        assertThat(grids).hasSize(2);
        Grid ucb = grids.get(0);
        assertThat(ucb.cell().policy()).isEqualTo("LinUCB");
        assertThat(ucb.best()).isEqualTo(0.1);
        assertThat(ucb.at(0.1).mean()).isCloseTo(20, offset(1e-12));
        assertThat(ucb.asGood()).containsExactly(0.1, 2.0);
        assertThat(grids.get(1).asGood()).containsExactly(1.0);
    }

    @Test
    void oneRepetitionDistinguishesNothing() {
        List<CellResult> all = new ArrayList<>(results("LinUCB", "explore=1", 5));
        all.addAll(results("LinUCB", "explore=2", 50));

        assertThat(Grid.of(all).get(0).asGood()).containsExactly(1.0, 2.0);
    }

    @Test
    void neighboursOfAGridAreDrawnTogether() {
        List<Double> grid = List.of(0.1, 0.5, 1.0, 1.5, 2.0);
        assertThat(GridStudy.ranges(grid, List.of(0.1, 0.5, 1.0, 2.0))).isEqualTo("0.1-1, 2");
        assertThat(GridStudy.ranges(grid, grid)).isEqualTo("0.1-2");
        assertThat(GridStudy.ranges(grid, List.of(1.5))).isEqualTo("1.5");
    }
}
