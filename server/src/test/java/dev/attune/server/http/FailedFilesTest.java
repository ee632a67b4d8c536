package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.live.json.JsonLimits;
import dev.attune.server.runtime.BreakableDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that fail: the log has the cause, clients get 503, and a supervisor sees it. */
class FailedFilesTest {
    @TempDir
    Path folder;

    @Test
    void aFailedJournalIsInTheLogOnceWithItsCauseAndClientsGetRetryAfter() throws Exception {
        BreakableDisk disk = BreakableDisk.lazy();
        try (TestServer server = TestServer.start(
                folder,
                options -> options.withRuntime(options.runtime()
                        .withJournal(options.runtime().journal().withDisk(disk))))) {
            server.create("x");
            disk.breakForces();
            for (int i = 0; i < 3; i++) {
                var answer = server.post("/v1/bandits/x/decisions", "{\"arms\":[\"a\"]}")
                        .expect(503);
                assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
            }
            server.get("/readyz").expect(503);
            server.get("/healthz").expect(200); // at first
            assertThat(server.broken).hasSize(1);
            assertThat(server.broken.get(0)).hasRootCauseMessage("Input/output error");
        }
    }

    @Test
    void aServiceWithAFailedJournalIsNotAliveAfterAWhile() throws Exception {
        BreakableDisk disk = BreakableDisk.lazy();
        long[] nanos = {1};
        Readiness readiness = new Readiness(() -> nanos[0]);
        try (TestServer server = TestServer.start(
                folder,
                options -> options.withRuntime(options.runtime()
                        .withJournal(options.runtime().journal().withDisk(disk))))) {
            server.create("x");
            readiness.ready(new Backend(server.server().bandits(), null, "", JsonLimits.DEFAULT, () -> 0, null));
            assertThat(readiness.death()).isNull();
            disk.breakForces();
            server.post("/v1/bandits/x/decisions", "{\"arms\":[\"a\"]}").expect(503);
            assertThat(readiness.death()).isNull();
            nanos[0] += 1_000_000_000L * (Readiness.ALIVE_SECONDS - 1);
            assertThat(readiness.death()).isNull();
            nanos[0] += 1_000_000_001L;
            assertThat(readiness.death()).isNotNull();
            assertThat(readiness.death().kind()).isEqualTo(ProblemKind.STOPPED);
        }
    }

    @Test
    void noFileDescriptorsAndAFailingDiskAreAnsweredWith503() {
        for (Throwable thrown : new Throwable[] {
            new FileSystemException("/data/swap/1.state", null, "Too many open files"),
            new CompletionException(new IOException("Input/output error")),
            new UncheckedIOException(new IOException("Input/output error"))
        }) {
            HttpProblem problem = HttpProblem.from(thrown, "the-id");
            Reply reply = problem.toReply();
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.headers()).containsKey("Retry-After");
            assertThat(reply.text()).contains("the-id").doesNotContain("/data", "Exception");
        }
    }

    @Test
    void aJournalWithEventsAndWithoutItsSecretIsRejected() throws Exception {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
        }
        byte[] secret = Files.readAllBytes(folder.resolve("secret"));
        Files.delete(folder.resolve("secret"));
        assertThatThrownBy(() -> TestServer.start(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("secret is missing");
        assertThat(folder.resolve("secret")).doesNotExist();
        Files.write(folder.resolve("secret"), secret);
        TestServer.start(folder).close();
    }
}
