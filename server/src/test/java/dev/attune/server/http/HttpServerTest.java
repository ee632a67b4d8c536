package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.journal.FolderInUseException;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections: many, slow, hostile, and those under way when the service stops. */
class HttpServerTest {
    @TempDir
    Path folder;

    /** The head of a request to create a bandit, without the empty line after it. */
    private static String head(String header) {
        List<String> lines =
                List.of("POST /v1/bandits HTTP/1.1", "Host: localhost", "Content-Type: application/json", header, "");
        return String.join("\r\n", lines);
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() throws IOException {
        try (TestServer server = TestServer.start(folder);
                RawHttp raw = new RawHttp(server.uri())) {
            server.create("x");
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                String body = "{\"id\":\"p" + i + "\",\"arms\":[\"arm" + i + "\"]}";
                all.append(RawHttp.request("POST", "/v1/bandits/x/decisions", "localhost", "", body));
            }
            all.append(RawHttp.request("GET", "/healthz", "localhost", "Connection: close\r\n", ""));
            String answers = raw.send(all.toString()).readToEnd();
            int from = 0;
            for (int i = 0; i < 20; i++) {
                int at = answers.indexOf("\"arm\":\"arm" + i + "\"", from);
                assertThat(at).as("answer " + i).isGreaterThanOrEqualTo(from);
                from = at;
            }
            assertThat(answers.indexOf("alive")).isGreaterThan(from);
        }
    }

    @Test
    @Tag("slow")
    void aBodyThatDripsIsGivenUpAndSoIsASilentConnection() throws Exception {
        HttpOptions.Limits usual = HttpOptions.local(0).limits();
        HttpOptions.Limits impatient = new HttpOptions.Limits(
                usual.body(),
                usual.bodies(),
                usual.connections(),
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                usual.drain());
        try (TestServer server = TestServer.start(
                        folder, options -> options.withHttp(options.http().withLimits(impatient)));
                RawHttp slowBody = new RawHttp(server.uri());
                RawHttp slowHead = new RawHttp(server.uri());
                RawHttp silent = new RawHttp(server.uri())) {
            slowBody.send(head("Content-Length: 100") + "\r\n{");
            CompletableFuture<Void> drip = CompletableFuture.runAsync(() -> {
                try {
                    slowHead.send("GET /healthz HTTP/1.1\r\n");
                    for (int i = 0; i < 100; i++) {
                        slowHead.send("X-" + i + ": y\r\n"); // never silent for long, never done
                        Thread.sleep(200);
                    }
                } catch (IOException | InterruptedException e) {
                    return; // thrown out
                }
                throw new AssertionError("a request whose head never ends was borne for 20 s");
            });
            assertThat(slowBody.readToEnd()).startsWith("HTTP/1.1 408 ").contains("urn:attune:problem:timeout");
            assertThat(silent.readToEnd()).isEmpty();
            drip.get();
            server.get("/healthz").expect(200);
        }
    }

    @Test
    void tooManyConnectionsAreTurnedAway() throws IOException {
        try (TestServer server = TestServer.start(
                folder, options -> options.withHttp(options.http().withLimits(1 << 20, 3)))) {
            List<RawHttp> open = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                RawHttp raw = new RawHttp(server.uri());
                open.add(raw);
                assertThat(raw.send(RawHttp.request("GET", "/healthz", "localhost", "", ""))
                                .readAnswers(1))
                        .startsWith("HTTP/1.1 200 ");
            }
            try (RawHttp one = new RawHttp(server.uri())) {
                String answer;
                try {
                    answer = one.send(RawHttp.request("GET", "/healthz", "localhost", "", ""))
                            .readToEnd();
                } catch (IOException e) {
                    answer = ""; // reset before it was read
                }
                assertThat(answer).isEmpty();
            }
            for (RawHttp raw : open) {
                raw.close();
            }
        }
    }

    @Test
    void whatIsNotHttpIsAnsweredWithAProblemAndSafeHeaders() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            for (String nonsense : List.of(
                    "GET /" + "x".repeat(10_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(40_000) + "\r\n\r\n",
                    "NONSENSE\r\n\r\n")) {
                try (RawHttp raw = new RawHttp(server.uri())) {
                    String answer = raw.send(nonsense).readToEnd();
                    assertThat(answer).matches("(?s)HTTP/1\\.[01] 4.*").contains("application/problem+json", "nosniff");
                    server.requireNoLeak(answer);
                }
            }
        }
    }

    @Test
    void aLargeBodyIsInvitedOrRefusedBeforeItIsSent() throws IOException {
        try (TestServer server = TestServer.start(folder);
                RawHttp invited = new RawHttp(server.uri());
                RawHttp refused = new RawHttp(server.uri())) {
            String head = head("Expect: 100-continue") + "Content-Length: ";
            assertThat(invited.send(head + "12\r\n\r\n").readAnswers(1)).startsWith("HTTP/1.1 100 ");
            assertThat(invited.send("{\"name\":\"x\"}").readAnswers(1)).startsWith("HTTP/1.1 201 ");
            assertThat(refused.send(head + "999999999\r\n\r\n").readToEnd()).startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void chunkedBodiesCountTowardsTheLimitToo() throws IOException {
        try (TestServer server = TestServer.start(folder);
                RawHttp raw = new RawHttp(server.uri())) {
            raw.send(head("Transfer-Encoding: chunked") + "\r\n");
            String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
            for (int i = 0; i < 20; i++) {
                raw.send(chunk);
            }
            assertThat(raw.send("0\r\n\r\n").readAnswers(1)).startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void requestsUnderWayAreAnsweredWhenTheServiceStops() throws Exception {
        TestServer server = TestServer.start(folder);
        server.create("x");
        URI decisions = server.uri().resolve("/v1/bandits/x/decisions");
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            HttpRequest request = HttpRequest.newBuilder(decisions)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"arms\":[\"a\",\"b\"]}"))
                    .build();
            answers.add(client.sendAsync(request, BodyHandlers.ofString())
                    .handle((response, failed) -> failed == null ? response.statusCode() : 0));
        }
        answers.get(0).get();
        server.close();
        long made = 0;
        for (CompletableFuture<Integer> answer : answers) {
            int status = answer.get();
            assertThat(status).isIn(200, 503, 0); // 0: not connected in time, or closed while it waited for its turn
            made += status == 200 ? 1 : 0;
        }
        assertThat(made).isPositive();
        try (TestServer again = TestServer.start(folder)) {
            assertThat(again.get("/v1/bandits/x").json().at("/state/decisions").asLong())
                    .isGreaterThanOrEqualTo(made);
        }
    }

    @Test
    void aServiceThatIsNotReadySaysSoAndStaysAlive() throws Exception {
        Path data = folder.resolve("data");
        try (TestServer first = TestServer.start(data)) {
            first.create("x");
            // The folder is in use, so a second service never becomes ready, and what it says can be looked at.
            AttuneServer second = AttuneServer.start(ServerOptions.of(data, 0).withWarmup(false), ServerListener.NONE);
            try (RawHttp raw = new RawHttp(second.uri())) {
                assertThat(raw.send(RawHttp.request("GET", "/healthz", "localhost", "", ""))
                                .readAnswers(1))
                        .startsWith("HTTP/1.1 200 ");
                for (String path : List.of("/readyz", "/v1/bandits", "/v1/bandits/x")) {
                    String answer = raw.send(RawHttp.request("GET", path, "localhost", "", ""))
                            .readAnswers(1);
                    assertThat(answer).startsWith("HTTP/1.1 503 ").contains("Retry-After: 1", "nosniff");
                    first.requireNoLeak(answer);
                }
            }
            assertThatThrownBy(second::awaitReady).isInstanceOf(FolderInUseException.class);
            second.close();
            first.get("/readyz").expect(200);
        }
    }

    @Test
    void tooManyWaitingDecisionsArePutOffAndRewardsStillTaken() throws IOException {
        try (TestServer server = TestServer.start(
                folder, options -> options.withRuntime(options.runtime().withWaiting(3)))) {
            server.post("/v1/bandits", "{\"name\":\"x\",\"learning\":\"at-once\"}")
                    .expect(201);
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                ids.add(server.decide("x"));
            }
            var busy =
                    server.post("/v1/bandits/x/decisions", "{\"arms\":[\"a\"]}").expect(503);
            assertThat(busy.kind()).isEqualTo("busy");
            assertThat(Integer.parseInt(busy.header("Retry-After"))).isPositive();
            server.post("/v1/decisions/" + ids.get(0) + "/reward", "{\"value\":1}")
                    .expect(200);
            server.decide("x");
        }
    }

    @Test
    @Tag("slow")
    void aWarmedUpServiceLeavesNothingBehind() throws IOException {
        Path scratch = Files.createDirectory(folder.resolve("tmp"));
        long before = warmups();
        try (TestServer server = TestServer.start(scratch, options -> options.withWarmup(true))) {
            server.get("/readyz").expect(200);
            assertThat(server.get("/v1/bandits").json().get("bandits")).isEmpty();
            assertThat(server.warnings).isEmpty();
        }
        assertThat(warmups()).isEqualTo(before);
    }

    private static long warmups() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName()
                            .toString()
                            .startsWith(
                                    "attune-warmup-" + ProcessHandle.current().pid() + "-"))
                    .count();
        }
    }
}
