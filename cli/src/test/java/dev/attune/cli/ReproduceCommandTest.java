package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {
    @TempDir
    Path folder;

    private final CapturedCommandLine attune = new CapturedCommandLine();

    @Test
    void withoutANameItSaysWhatThereIs() {
        assertThat(attune.run("reproduce")).isZero();

        assertThat(attune.out().lines().filter(line -> line.contains("Table ") || line.contains("Figure ")))
                .hasSize(9)
                .contains("candidates     Table 4   candidate sets C1 and C2");
        assertThat(attune.out()).contains("all ");
        assertThat(attune.run("reproduce", "--json")).isZero();
        assertThat(attune.out().lines()).hasSize(9).allMatch(line -> line.startsWith("{\"name\":"));
    }

    @Test
    void mistakesAreToldInOneLine() {
        assertThat(attune.run("reproduce", "regrets")).isEqualTo(2);
        assertThat(attune.err())
                .isEqualToIgnoringNewLines(
                        "attune: there is nothing called 'regrets' to reproduce. Did you mean 'regret'?");
        assertThat(attune.run("reproduce", "regret", "--only", "LinTS in simulation"))
                .isEqualTo(2);
        assertThat(attune.err())
                .isEqualToIgnoringNewLines(
                        "attune: no cell has a name with 'LinTS in simulation'. Did you mean 'LinTS on simulation'?");
        assertThat(attune.run("reproduce", "lipschitz", "--reps", "0")).isEqualTo(2);
        assertThat(attune.err()).contains("--reps = 0 must be at least 1");
    }

    @Test
    void aFigureIsRunComparedAndWritten() {
        String where = folder.resolve("paper").toString();

        assertThat(attune.run("reproduce", "lipschitz", "--reps", "1", "--only", "LinTS", "--out", where))
                .as(attune.err())
                .isZero();

        assertThat(attune.out())
                .contains("Figure 3: reward as a function of the exploration rate", "LinTS on unit-ball")
                .doesNotContain("LinUCB on unit-ball")
                .contains("Written to: " + folder.resolve("paper/lipschitz"));
        assertThat(folder.resolve("paper/lipschitz/figure.svg")).isNotEmptyFile();
        assertThat(folder.resolve("paper/lipschitz/figure.png")).isNotEmptyFile();
        assertThat(folder.resolve("paper/lipschitz/comparison.csv")).content().contains("rates,59,59,");
        assertThat(attune.run("reproduce", "lipschitz", "--reps", "1", "--json", "--out", where))
                .isZero();
        assertThat(attune.out().lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("{\"reproduction\":\"lipschitz\""));
    }
}
