package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attune.server.security.FreshKey;
import dev.attune.server.security.RateLimit;
import dev.attune.server.security.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationsTest {
    private static final String SHOP = "/v1/bandits/shop/evaluation";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final AtomicInteger runs = new AtomicInteger();

    private TestServer start(Evaluations.Evaluator evaluator) throws IOException {
        TestServer server = TestServer.start(folder.resolve("data"), options -> options.withEvaluator(evaluator));
        server.create("shop");
        server.create("news");
        return server;
    }

    private Evaluations.Result waits(String bandit, Consumer<String> progress) throws InterruptedException {
        progress.accept("10 %");
        runs.incrementAndGet();
        started.countDown();
        try {
            if (!go.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the test has not gone on");
            }
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
        return new Evaluations.Result("Use tea.", List.of("policy"), List.of(List.of(bandit)), "lines");
    }

    private static JsonNode await(TestServer server, String state) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        JsonNode now = server.get(SHOP).expect(200).json();
        while (!now.get("state").asText().equals(state)) {
            assertThat(System.nanoTime())
                    .as("waiting for " + state + ": " + now)
                    .isLessThan(end);
            LockSupport.parkNanos(5_000_000);
            now = server.get(SHOP).expect(200).json();
        }
        return now;
    }

    @Test
    void oneBanditIsEvaluatedAtATimeAndItsResultIsKept() throws Exception {
        try (TestServer server = start(this::waits)) {
            assertThat(server.get(SHOP).json().get("state").asText()).isEqualTo("none");
            server.send("POST", SHOP, null).expect(202);
            assertThat(started.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(await(server, "running").get("progress").asText()).isEqualTo("10 %");
            server.send("POST", SHOP, null).expect(202); // the one that runs
            TestServer.Answer refused =
                    server.send("POST", "/v1/bandits/news/evaluation", null).expect(503);
            assertThat(refused.kind()).isEqualTo("busy");
            assertThat(refused.header("Retry-After")).isNotEmpty();
            go.countDown();
            JsonNode done = await(server, "done");
            assertThat(done.get("verdict").asText()).isEqualTo("Use tea.");
            assertThat(done.at("/rows/0/0").asText()).isEqualTo("shop");
            assertThat(runs).hasValue(1);
            server.send("POST", "/v1/bandits/none/evaluation", null).expect(404);
        }
    }

    @Test
    void aFailureHasItsReasonInTheAnswerAndInTheLogAndCanBeRepeated() throws Exception {
        try (TestServer server = start((bandit, progress) -> {
            if (runs.incrementAndGet() == 1) {
                throw new IOException("the log has no rewards");
            }
            throw new OutOfMemoryError("no memory");
        })) {
            server.send("POST", SHOP, null).expect(202);
            assertThat(await(server, "failed").get("problem").asText()).isEqualTo("the log has no rewards");
            assertThat(server.warnings).containsExactly("shop cannot be evaluated: the log has no rewards");
            server.send("POST", SHOP, null).expect(202);
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (server.warnings.size() < 2 && System.nanoTime() < end) {
                LockSupport.parkNanos(5_000_000);
            }
            assertThat(await(server, "failed").get("problem").asText()).isEqualTo("no memory");
        }
    }

    @Test
    void aServiceThatStopsEndsIt() throws Exception {
        try (TestServer server = start(this::waits)) {
            server.send("POST", SHOP, null).expect(202);
            assertThat(started.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
        assertThat(interrupted.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aKeyThatMayOnlyReadSeesResultsAndStartsNothing() throws Exception {
        FreshKey admin = FreshKey.make("admin", Set.of(Scope.ADMIN), List.of(), RateLimit.none());
        FreshKey viewer = FreshKey.make("viewer", Set.of(Scope.DECIDE), List.of(), RateLimit.none());
        Path keys = folder.resolve("keys.txt");
        Files.write(keys, List.of(admin.line(), viewer.line()));
        try (TestServer server = TestServer.start(
                folder.resolve("data"),
                options -> options.withHttp(options.http().withKeys(keys)).withEvaluator(this::waits))) {
            String[] reads = {"Authorization", "Bearer " + viewer.secret()};
            server.post("/v1/bandits", "{\"name\":\"shop\"}", "Authorization", "Bearer " + admin.secret())
                    .expect(201);
            server.send("POST", SHOP, null, reads).expect(403);
            assertThat(server.get(SHOP, reads).expect(200).json().get("state").asText())
                    .isEqualTo("none");
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    void aServiceWithoutAnEvaluatorSaysSo() throws Exception {
        try (TestServer server = TestServer.start(folder.resolve("data"))) {
            server.create("shop");
            assertThat(server.get(SHOP).expect(200).json().get("state").asText())
                    .isEqualTo("unavailable");
            server.send("POST", SHOP, null).expect(404);
        }
    }
}
