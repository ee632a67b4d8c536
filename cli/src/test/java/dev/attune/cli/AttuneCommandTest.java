package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class AttuneCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void versionNamesTheBuildAndTheJvm() {
        assertThat(attune("--version")).isZero();

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).matches("attune \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
        assertThat(lines.get(1)).startsWith("Java " + Runtime.version());
    }

    @Test
    void helpListsTheLaunchersCommandsAndGivesExamples() {
        assertThat(attune("--help")).isZero();

        assertThat(out.toString()).contains("Examples:", "  test ", "  mutation ", "  jmh ");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theCommandAlonePrintsTheHelp() {
        assertThat(attune()).isZero();

        assertThat(out.toString()).startsWith("Usage: attune");
    }

    @Test
    void unknownCommandSuggestsTheNearestInOneLine() {
        assertThat(attune("mutatoin")).isEqualTo(2);

        assertThat(err.toString().lines())
                .containsExactly("attune: unknown command 'mutatoin'. Did you mean 'mutation'? Try 'attune --help'.");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aWordFarFromEveryCommandGetsNoSuggestion() {
        assertThat(attune("frobnicate")).isEqualTo(2);

        assertThat(err.toString()).contains("unknown command 'frobnicate'.").doesNotContain("Did you mean");
    }

    @Test
    void unknownOptionSuggestsTheNearest() {
        assertThat(attune("--versoin")).isEqualTo(2);

        assertThat(err.toString()).contains("unknown option '--versoin'. Did you mean '--version'?");
    }

    @Test
    void badInputIsOneLineAndExitCodeTwo() {
        int exitCode = failing(new IllegalArgumentException("alpha = NaN:\n must be finite"), "fail");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString().lines()).containsExactly("attune: alpha = NaN: must be finite");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(failing(new NoSuchFileException("rounds.csv"), "fail")).isEqualTo(2);

        assertThat(err.toString().lines()).containsExactly("attune: no such file: rounds.csv");
    }

    @Test
    void aDefectIsReportedWithoutStackTraceUnlessAskedFor() {
        assertThat(failing(new IllegalStateException("broken"), "fail")).isEqualTo(1);
        assertThat(err.toString().lines())
                .containsExactly("attune: internal error: broken (--stacktrace prints where)");

        failing(new IllegalStateException("broken"), "fail", "--stacktrace");
        assertThat(err.toString()).contains("at dev.attune.cli.AttuneCommandTest");
    }

    private int attune(String... args) {
        return run(AttuneCommand.commandLine(), args);
    }

    private int failing(Exception e, String... args) {
        return run(AttuneCommand.commandLine().addSubcommand(new Failing(e)), args);
    }

    private int run(CommandLine cmd, String... args) {
        return cmd.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }

    @Command(name = "fail")
    private record Failing(Exception e) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            throw e;
        }
    }
}
