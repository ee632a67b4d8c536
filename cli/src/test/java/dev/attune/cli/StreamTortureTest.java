package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("broker")
@Tag("process")
class StreamTortureTest {
    @TempDir
    Path folder;

    @Test
    @Timeout(900)
    void aKilledAndRescaledJobWritesWhatASingleProcessWould() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine attune =
                AttuneCommand.commandLine(100).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

        int code = attune.execute(
                "stream",
                "torture",
                "--seconds",
                "1",
                "--load",
                "0",
                "--decisions",
                "300",
                "--folder",
                folder.resolve("t").toString());

        assertThat(code).as("%s%n%s", out, err).isZero();
        assertThat(out.toString()).contains("1 seeds, ").endsWith("no difference\n");
        assertThat(err.toString()).contains("kill -9 after ");
    }
}
