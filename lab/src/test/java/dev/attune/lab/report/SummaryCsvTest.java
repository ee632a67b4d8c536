package dev.attune.lab.report;

import static dev.attune.lab.report.SyntheticRun.cell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryCsvTest {
    @TempDir
    private Path folder;

    private static List<CellResult> results() {
        List<CellResult> results = new ArrayList<>();
        for (String policy : List.of("LinUCB", "LinTS")) {
            results.add(cell("sim, easy", policy, "VOI", Role.ASKED, 1, 10, 90));
            results.add(cell("sim, easy", policy, "VOI", Role.ASKED, 2, 13, 87));
            results.add(cell("sim, easy", policy, "explore=0.5", Role.GRID, 1, 1234567.891, 1e-7));
            results.add(cell("sim, easy", policy, "Greedy", Role.GREEDY, 1, 1.0 / 3, -2));
        }
        results.add(cell("sim, easy", "Random", "-", Role.RANDOM, 1, 50, 50));
        results.add(cell("log", "LinUCB", "VOI", Role.ASKED, 1, Double.NaN, 7));
        results.add(cell("log", "LinUCB", "OP", Role.ASKED, 1, Double.NaN, 6));
        return results;
    }

    private static Analysis analysis() {
        return Analysis.of("test", results());
    }

    @Test
    void summaryHasOneRowForEachCombinationAndRandomOnceForEachEnvironment() {
        assertThat(SummaryCsv.summary(analysis())).isEqualTo("""
                environment,policy,tuner,rounds,reps,regret_mean,regret_sd,reward_mean,reward_sd,cpu_seconds_mean
                "sim, easy",LinUCB,VOI,100,2,11.5,2.12132,88.5,2.12132,0.5
                "sim, easy",LinUCB,Best fixed,100,1,0.333333,,-2,,0.5
                "sim, easy",LinUCB,Greedy,100,1,0.333333,,-2,,0.5
                "sim, easy",LinTS,VOI,100,2,11.5,2.12132,88.5,2.12132,0.5
                "sim, easy",LinTS,Best fixed,100,1,0.333333,,-2,,0.5
                "sim, easy",LinTS,Greedy,100,1,0.333333,,-2,,0.5
                "sim, easy",Random,-,100,1,50,,50,,0.5
                log,LinUCB,VOI,100,1,,,7,,0.5
                log,LinUCB,OP,100,1,,,6,,0.5
                """);
    }

    @Test
    void gridHasOneRowForEachFixedSetting() {
        assertThat(SummaryCsv.grid(analysis()).lines().limit(3))
                .containsExactly(
                        "environment,policy,setting,rounds,reps,regret_mean,regret_sd,reward_mean,reward_sd",
                        "\"sim, easy\",LinUCB,explore=0,100,1,0.333333,,-2,",
                        "\"sim, easy\",LinUCB,explore=0.5,100,1,1234568,,0.0000001,");
    }

    @Test
    void differencesHaveOneRowForEachPair() {
        assertThat(SummaryCsv.differences(analysis())).isEqualTo("""
                environment,policy,tuner,against,mean,low,high,wins,reps
                "sim, easy",LinUCB,VOI,Best fixed,9.66667,,,0,1
                "sim, easy",LinUCB,VOI,Greedy,9.66667,,,0,1
                "sim, easy",LinUCB,VOI,Random,-40,,,1,1
                "sim, easy",LinTS,VOI,Best fixed,9.66667,,,0,1
                "sim, easy",LinTS,VOI,Greedy,9.66667,,,0,1
                "sim, easy",LinTS,VOI,Random,-40,,,1,1
                log,LinUCB,VOI,OP,1,,,1,1
                """);
    }

    @Test
    void filesAreTheSameInEveryCountry() throws IOException {
        SummaryCsv.write(analysis(), Standings.of(results()), folder.resolve("report"));
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            SummaryCsv.write(analysis(), Standings.of(results()), folder.resolve("bericht"));
        } finally {
            Locale.setDefault(before);
        }
        for (String name :
                List.of("summary.csv", "curves.csv", "grid.csv", "differences.csv", "ratios.csv", "standings.csv")) {
            assertThat(folder.resolve("bericht").resolve(name))
                    .hasSameBinaryContentAs(folder.resolve("report").resolve(name));
        }
        assertThat(Files.readString(folder.resolve("report/summary.csv"))).isEqualTo(SummaryCsv.summary(analysis()));
    }
}
