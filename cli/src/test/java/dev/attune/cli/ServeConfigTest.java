package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ServeConfigTest {
    @TempDir
    Path folder;

    private String err = "";

    /** Runs {@code serve --print-config} and returns its output. */
    private String printed(Map<String, String> variables, String... options) {
        StringWriter out = new StringWriter();
        StringWriter errors = new StringWriter();
        CommandLine command =
                AttuneCommand.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(errors, true));
        command.getSubcommands().get("serve").getCommandSpec().preprocessor(new ServeConfig(variables));
        List<String> all = new ArrayList<>(List.of("serve"));
        all.addAll(List.of(options));
        all.add("--print-config");
        int code = command.execute(all.toArray(String[]::new));
        err = errors.toString();
        assertThat(code).as(err).isEqualTo(err.isEmpty() ? 0 : 2);
        return out.toString();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("attune.yaml"), text);
    }

    @Test
    void theCommandLineComesBeforeVariablesAndVariablesBeforeTheFile() throws IOException {
        Path file = file("port: 1\nhost: 127.0.0.1\nmax-arms: 7\nplayground: true\nretain-age: 30d\n");
        String config = printed(
                Map.of("ATTUNE_PORT", "2", "ATTUNE_MAX_ARMS", "8", "ATTUNE_RETAIN_AGE", "", "ATTUNE_OTHER", "x"),
                "--config",
                file.toString(),
                "--port=3");
        assertThat(config)
                .contains(
                        "port: 3   # command line",
                        "max-arms: 8   # ATTUNE_MAX_ARMS",
                        "host: 127.0.0.1   # " + file + ", host",
                        "playground: true   # " + file + ", playground",
                        "retain-age:   # ATTUNE_RETAIN_AGE",
                        "max-batch: 1000   # default");
    }

    @Test
    void theOutputIsAFileOfTheSameConfiguration() throws IOException {
        String config = printed(Map.of(), "--max-body", "2MB", "--keys", "keys.txt", "--log-format", "json");
        String values = config.replaceAll(" *#.*", "");
        assertThat(printed(Map.of("ATTUNE_CONFIG", file(config).toString())).replaceAll(" *#.*", ""))
                .isEqualTo(values)
                .contains("max-body: 2MB", "log-format: json");
    }

    @Test
    void unknownKeysAreRejectedWithTheNearestName() throws IOException {
        printed(Map.of(), "--config", file("prot: 80\n").toString());
        assertThat(err).contains("line 1", "prot", "port").hasLineCount(1);
        printed(Map.of(), "--config", file("warmup: no\nno-warmup: maybe\n").toString());
        assertThat(err).contains("warmup").hasLineCount(1);
        printed(Map.of("ATTUNE_PLAYGROUND", "perhaps"));
        assertThat(err).contains("ATTUNE_PLAYGROUND", "true or false").hasLineCount(1);
        printed(Map.of(), "--config", folder.resolve("none.yaml").toString());
        assertThat(err).contains("no such file").hasLineCount(1);
    }

    @Test
    void theFileInDeployIsValid() {
        assertThat(printed(
                        Map.of(), "--config", Path.of("../deploy/attune.yaml").toString()))
                .contains("data: /var/lib/attune   # ");
    }
}
