package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class AttuneCommandTest {
    private final CapturedCommandLine attune = new CapturedCommandLine();

    @Test
    void versionNamesTheBuildAndTheJvm() {
        assertThat(attune.run("--version")).isZero();

        List<String> lines = attune.out().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).matches("attune \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
        assertThat(lines.get(1)).startsWith("Java " + Runtime.version());
    }

    @Test
    void helpListsTheLaunchersCommandsAndGivesExamples() {
        assertThat(attune.run("--help")).isZero();

        assertThat(attune.out()).contains("Examples:", "  test ", "  mutation ", "  jmh ");
        assertThat(attune.err()).isEmpty();
    }

    @Test
    void theCommandAlonePrintsTheHelp() {
        assertThat(attune.run()).isZero();

        assertThat(attune.out()).startsWith("Usage: attune");
    }

    @Test
    void unknownCommandSuggestsTheNearestInOneLine() {
        assertThat(attune.run("mutatoin")).isEqualTo(2);

        assertThat(attune.err().lines())
                .containsExactly("attune: unknown command 'mutatoin'. Did you mean 'mutation'? Try 'attune --help'.");
        assertThat(attune.out()).isEmpty();
    }

    @Test
    void aWordFarFromEveryCommandGetsNoSuggestion() {
        assertThat(attune.run("frobnicate")).isEqualTo(2);

        assertThat(attune.err()).contains("unknown command 'frobnicate'.").doesNotContain("Did you mean");
    }

    @Test
    void unknownOptionSuggestsTheNearest() {
        assertThat(attune.run("--versoin")).isEqualTo(2);

        assertThat(attune.err()).contains("unknown option '--versoin'. Did you mean '--version'?");
    }

    @Test
    void badInputIsOneLineAndExitCodeTwo() {
        int exitCode = failing(new IllegalArgumentException("alpha = NaN:\n must be finite"), "fail");

        assertThat(exitCode).isEqualTo(2);
        assertThat(attune.err().lines()).containsExactly("attune: alpha = NaN: must be finite");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(failing(new NoSuchFileException("rounds.csv"), "fail")).isEqualTo(2);

        assertThat(attune.err().lines()).containsExactly("attune: no such file: rounds.csv");
    }

    @Test
    void aDefectIsReportedWithoutStackTraceUnlessAskedFor() {
        assertThat(failing(new IllegalStateException("broken"), "fail")).isEqualTo(1);
        assertThat(attune.err().lines()).containsExactly("attune: internal error: broken (--stacktrace prints where)");

        failing(new IllegalStateException("broken"), "fail", "--stacktrace");
        assertThat(attune.err()).contains("at dev.attune.cli.AttuneCommandTest");
    }

    private int failing(Exception e, String... args) {
        return attune.run(AttuneCommand.commandLine().addSubcommand(new Failing(e)), args);
    }

    @Command(name = "fail")
    private record Failing(Exception e) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            throw e;
        }
    }
}
