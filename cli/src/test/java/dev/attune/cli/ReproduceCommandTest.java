package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReproduceCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int attune(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine command = AttuneCommand.commandLine();
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(args);
    }

    @Test
    void withoutANameItSaysWhatThereIs() {
        assertThat(attune("reproduce")).isZero();

        assertThat(out.toString().lines().filter(line -> line.contains("Table ") || line.contains("Figure ")))
                .hasSize(9)
                .contains("candidates     Table 4   candidate sets C1 and C2");
        assertThat(out.toString()).contains("all ");
        assertThat(attune("reproduce", "--json")).isZero();
        assertThat(out.toString().lines()).hasSize(9).allMatch(line -> line.startsWith("{\"name\":"));
    }

    @Test
    void mistakesAreToldInOneLine() {
        assertThat(attune("reproduce", "regrets")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "attune: there is nothing called 'regrets' to reproduce. Did you mean 'regret'?");
        assertThat(attune("reproduce", "regret", "--only", "LinTS in simulation"))
                .isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "attune: no cell has a name with 'LinTS in simulation'. Did you mean 'LinTS on simulation'?");
        assertThat(attune("reproduce", "lipschitz", "--reps", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--reps = 0 must be at least 1");
    }

    @Test
    void aFigureIsRunComparedAndWritten() {
        String where = folder.resolve("paper").toString();

        assertThat(attune("reproduce", "lipschitz", "--reps", "1", "--only", "LinTS", "--out", where))
                .as(err.toString())
                .isZero();

        assertThat(out.toString())
                .contains("Figure 3: reward as a function of the exploration rate", "LinTS on unit-ball")
                .doesNotContain("LinUCB on unit-ball")
                .contains("Written to: " + folder.resolve("paper/lipschitz"));
        assertThat(folder.resolve("paper/lipschitz/figure.svg")).isNotEmptyFile();
        assertThat(folder.resolve("paper/lipschitz/figure.png")).isNotEmptyFile();
        assertThat(folder.resolve("paper/lipschitz/comparison.csv")).content().contains("rates,59,59,");
        assertThat(attune("reproduce", "lipschitz", "--reps", "1", "--json", "--out", where))
                .isZero();
        assertThat(out.toString().lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("{\"reproduction\":\"lipschitz\""));
    }
}
