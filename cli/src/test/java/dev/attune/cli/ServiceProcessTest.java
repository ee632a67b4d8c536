package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attune.bench.crash.CrashReport;
import dev.attune.bench.crash.CrashRun;
import dev.attune.bench.service.ServerProcess;
import dev.attune.client.ArmRequest;
import dev.attune.client.AttuneClient;
import dev.attune.client.DecisionAnswer;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.live.RewardOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as people run it: a process of its own, that can be killed. */
@Tag("process")
class ServiceProcessTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Pattern SHELL = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void keepsItsPromisesWhenItIsKilled() throws Exception {
        CrashReport report = CrashRun.run(6, true, folder, 1, share -> {});

        assertThat(report.violations()).isEmpty();
        assertThat(report.lost() + report.doubled() + report.mismatches()).isZero();
        assertThat(report.decisions()).isPositive();
        assertThat(report.rewards()).isPositive();
        assertThat(report.statesCompared()).isPositive();
    }

    @Test
    void aCallOfTheClientSurvivesAKill() throws Exception {
        int port = ServerProcess.freePort();
        List<CompletableFuture<RewardOutcome>> calls = new ArrayList<>();
        AttuneClient client;
        try (ServerProcess server = start(port)) {
            server.awaitReady(PATIENCE);
            client = AttuneClient.builder(server.address()).retryFor(PATIENCE).build();
            client.create("drinks");
            ArmRequest request = ArmRequest.among(List.of(new Arm("tea", Features.NONE)));
            for (int i = 0; i < 20; i++) {
                CompletableFuture<DecisionAnswer> decision = client.async().decide("drinks", request);
                calls.add(decision.thenCompose(made -> client.async().reward(made.id(), 1)));
            }
            server.kill(); // with calls under way
        }
        try (ServerProcess server = start(port)) {
            server.awaitReady(PATIENCE);
            assertThat(calls).extracting(CompletableFuture::join).containsOnly(RewardOutcome.COUNTED);
            assertThat(client.inspect("drinks").decisions()).isEqualTo(20);
        }
    }

    @Test
    void everyCommandOfTheGuideWorks() throws Exception {
        assumeTrue(isThere("curl"), "there is no curl");
        Path guide = Path.of("..", "docs", "guide", "service.md");
        StringBuilder script = new StringBuilder("set -e\n");
        for (Matcher block = SHELL.matcher(Files.readString(guide)); block.find(); ) {
            script.append(block.group(1));
        }
        try (ServerProcess server = start(ServerProcess.freePort())) {
            server.awaitReady(PATIENCE);
            ProcessBuilder shell = new ProcessBuilder("sh", "-c", script.toString())
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("said").toFile());
            shell.environment().put("ATTUNE", server.address().toString());
            Process run = shell.start();
            assertThat(run.waitFor(1, TimeUnit.MINUTES)).isTrue();

            String said = Files.readString(folder.resolve("said"));
            assertThat(run.exitValue()).as(said).isZero();
            assertThat(said)
                    .contains("\"outcome\":\"counted\"", "\"repeated\":true", "\"why\":", "\"version\":1")
                    .doesNotContain("urn:attune:problem");
        }
    }

    private ServerProcess start(int port) throws IOException {
        return ServerProcess.start(
                port, folder.resolve("data"), folder.resolve("log"), List.of("-Xmx256m"), List.of("--no-warmup"));
    }

    private static boolean isThere(String command) throws InterruptedException {
        try {
            return new ProcessBuilder(command, "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
