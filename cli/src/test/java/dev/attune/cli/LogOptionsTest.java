package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

class LogOptionsTest {
    private static final Logger LOG = LoggerFactory.getLogger("dev.attune.Sample");

    @TempDir
    Path folder;

    @AfterEach
    void off() {
        Configurator.reconfigure();
    }

    @Test
    void writesLinesWithTimeLevelThreadAndLoggerToTheFile() throws IOException {
        Path file = options().toFile(folder.resolve("deep/own.log"));
        LOG.debug("not shown");
        LOG.info("all {}", "well");
        LOG.error("broken", new IOException("disk full"));

        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  \\[.+] d\\.a\\.Sample all well");
        assertThat(lines.get(1)).endsWith("ERROR [" + Thread.currentThread().getName() + "] d.a.Sample broken");
        assertThat(lines.get(2)).isEqualTo("java.io.IOException: disk full");
        assertThat(lines.get(3)).startsWith("\tat ");
    }

    @Test
    void writesOneJsonObjectALine() throws IOException {
        Path file = options("--log-format", "json", "--log-level", "debug").toFile(folder.resolve("a.log"));
        LOG.debug("a \"quoted\"\nline");
        LOG.warn("broken", new IOException("disk \"full\""));

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2);
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(first.get("level").asText()).isEqualTo("DEBUG");
        assertThat(first.get("logger").asText()).isEqualTo("dev.attune.Sample");
        assertThat(first.get("message").asText()).isEqualTo("a \"quoted\"\nline");
        assertThat(first.get("time").asText()).endsWith("Z");
        assertThat(first.has("exception")).isFalse();
        JsonNode second = new ObjectMapper().readTree(lines.get(1));
        assertThat(second.get("exception").asText())
                .startsWith("java.io.IOException: disk \"full\"\n")
                .contains("LogOptionsTest");
    }

    @Test
    void isOffUntilACommandTurnsItOn() {
        assertThat(LOG.isErrorEnabled()).isFalse();
    }

    private static LogOptions options(String... arguments) {
        LogOptions options = new LogOptions();
        new CommandLine(new Command(options))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments);
        return options;
    }

    @CommandLine.Command
    private record Command(@CommandLine.Mixin LogOptions options) {}
}
