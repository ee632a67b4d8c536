package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attune.bench.service.ServerProcess;
import dev.attune.client.AttuneClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clients for Python and JavaScript against the real service. */
@Tag("process")
class ForeignClientsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path CLIENTS =
            Path.of("..", "clients").toAbsolutePath().normalize();
    private static final int ROUNDS = 60;
    private static final int KILLED_AFTER = 20;

    @TempDir
    private Path folder;

    @Test
    void pythonClientPassesItsTests() throws Exception {
        passes(
                "python3",
                "-m",
                "unittest",
                "discover",
                "-s",
                CLIENTS.resolve("python/tests").toString());
    }

    @Test
    void javascriptClientPassesItsTests() throws Exception {
        passes(
                "node",
                "--test",
                CLIENTS.resolve("javascript/test/client.test.js").toString());
    }

    @Test
    void pythonClientSurvivesAKill() throws Exception {
        survives("python3", CLIENTS.resolve("python/tests/survive.py").toString());
    }

    @Test
    void javascriptClientSurvivesAKill() throws Exception {
        survives("node", CLIENTS.resolve("javascript/test/survive.js").toString());
    }

    private void passes(String... command) throws Exception {
        assumeRuns(command[0]);
        try (ServerProcess server = start(ServerProcess.freePort())) {
            server.awaitReady(PATIENCE);
            Path output = folder.resolve("output");
            ProcessBuilder tests =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            tests.environment().put("ATTUNE", server.address().toString());
            tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
            Process run = tests.start();
            assertThat(run.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(run.exitValue()).as(Files.readString(output)).isZero();
        }
    }

    /** The service is killed while the client works, and started again: every round counts, and none counts twice. */
    private void survives(String... script) throws Exception {
        assumeRuns(script[0]);
        int port = ServerProcess.freePort();
        List<String> outcomes = new ArrayList<>();
        Process run;
        BufferedReader lines;
        try (ServerProcess server = start(port)) {
            server.awaitReady(PATIENCE);
            AttuneClient.builder(server.address()).build().create("drinks");
            List<String> command = new ArrayList<>(List.of(script));
            command.addAll(List.of(server.address().toString(), "drinks", Integer.toString(ROUNDS)));
            ProcessBuilder client = new ProcessBuilder(command)
                    .redirectError(folder.resolve("errors").toFile());
            client.environment().put("PYTHONDONTWRITEBYTECODE", "1");
            run = client.start();
            lines = run.inputReader();
            while (outcomes.size() < KILLED_AFTER) {
                outcomes.add(String.valueOf(lines.readLine()));
                assertThat(outcomes)
                        .as(() -> read(folder.resolve("errors")))
                        .last()
                        .isEqualTo("counted");
            }
            server.kill();
        }
        try (ServerProcess server = start(port)) {
            server.awaitReady(PATIENCE);
            lines.lines().forEach(outcomes::add);
            assertThat(run.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(run.exitValue()).as(() -> read(folder.resolve("errors"))).isZero();
            assertThat(outcomes).hasSize(ROUNDS).containsOnly("counted");
            assertThat(AttuneClient.builder(server.address())
                            .build()
                            .inspect("drinks")
                            .decisions())
                    .isEqualTo(ROUNDS);
        }
    }

    private ServerProcess start(int port) throws IOException {
        return ServerProcess.start(
                port, folder.resolve("data"), folder.resolve("log"), List.of("-Xmx256m"), List.of("--no-warmup"));
    }

    private static void assumeRuns(String program) throws InterruptedException {
        boolean runs;
        try {
            runs = new ProcessBuilder(program, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            runs = false;
        }
        assumeTrue(runs, "there is no " + program);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
