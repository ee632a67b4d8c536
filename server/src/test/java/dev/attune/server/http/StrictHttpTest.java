package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.server.security.FreshKey;
import dev.attune.server.security.RateLimit;
import dev.attune.server.security.Scope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that two programs could read differently are rejected, and methods are those of the standard. */
class StrictHttpTest {
    private static final String ARMS = "{\"arms\":[\"a\"]}";

    @TempDir
    Path folder;

    private static String decide(String headers, String body) {
        return "POST /v1/bandits/x/decisions HTTP/1.1\r\n" + headers + "Content-Type: application/json\r\n\r\n" + body;
    }

    private static String answerTo(TestServer server, String request) throws IOException {
        try (RawHttp raw = new RawHttp(server.uri())) {
            return raw.send(request).readAnswers(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: identity\r\nContent-Length: 14",
                "Transfer-Encoding: gzip",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 14"
            })
    void otherTransferCodingsThanChunkedAreRejectedAndTheConnectionIsClosed(String coding) throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            try (RawHttp raw = new RawHttp(server.uri())) {
                String body = coding.contains("chunked") ? "e\r\n" + ARMS + "\r\n0\r\n\r\n" : ARMS;
                String answer = raw.send(decide("Host: localhost\r\n" + coding + "\r\n", body))
                        .readToEnd();
                assertThat(answer).matches("(?s)HTTP/1\\.1 (400|501) .*").contains("problem+json");
            }
            assertThat(answerTo(
                            server,
                            decide(
                                    "Host: localhost\r\nTransfer-Encoding: Chunked\r\n",
                                    "e\r\n" + ARMS + "\r\n0\r\n\r\n")))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-A: b\r\n c",
                "X-A: b\r\n\tc",
                "Authorization:\r\n Bearer x",
                "Transfer-Encoding:\r\n chunked",
                " X-A: b"
            })
    void aFoldedHeaderIsRejected(String header) throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            String request = RawHttp.request(
                    "POST", "/v1/bandits/x/decisions", "localhost", header + "\r\n", "{\"arms\":[\n \"a\"\n]}");
            assertThat(answerTo(server, request)).startsWith("HTTP/1.1 400 ").contains("problem+json");
            try (RawHttp slowly = new RawHttp(server.uri())) { // each line on its own
                for (String line : request.split("(?<=\n)", -1)) {
                    try {
                        slowly.send(line);
                    } catch (SocketException e) {
                        break; // it was answered and closed before the last line
                    }
                }
                assertThat(slowly.readAnswers(1)).startsWith("HTTP/1.1 400 ");
            }
        }
    }

    @Test
    void linesThatBeginWithASpaceArePartOfABodyAndPipelinedRequestsAreCheckedToo() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            String body = "{\"arms\":[\n \"a\"\n\t]}";
            String path = "/v1/bandits/x/decisions";
            String good = RawHttp.request("POST", path, "localhost", "", body);
            String chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
            String inChunks = RawHttp.request("POST", path, "localhost", chunked, "") + "4\r\n{\n \n\r\n10\r\n"
                    + "\"arms\":[\n \"a\" ]}" + "\r\n0\r\n\r\n";
            String folded = RawHttp.request("GET", "/healthz", "localhost", "X-A: b\r\n c\r\n", "");
            try (RawHttp raw = new RawHttp(server.uri())) {
                String answers = raw.send(good + inChunks + good + folded).readToEnd();
                assertThat(answers.split("HTTP/1.1 200 ", -1)).hasSize(4);
                assertThat(answers.split("HTTP/1.1 400 ", -1)).hasSize(2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/bandits HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
                "GET /v1/bandits HTTP/1.1\r\nHost: localhost\r\nhost: other\r\n\r\n",
                "GET /v1/bandits HTTP/1.1\r\n\r\n",
                "GET http://other/v1/bandits HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET http://localhost:1/v1/bandits HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET http://localhost@other/v1/bandits HTTP/1.1\r\nHost: localhost\r\n\r\n"
            })
    void aRequestForTwoHostsOrNoneIsRejectedWithAndWithoutKeys(String request) throws IOException {
        try (TestServer server = TestServer.start(folder.resolve("open"))) {
            assertThat(answerTo(server, request)).startsWith("HTTP/1.1 400 ").contains("problem+json");
            assertThat(answerTo(server, "GET http://LocalHost/v1/bandits HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ");
        }
        FreshKey admin = FreshKey.make("admin", Set.of(Scope.ADMIN), List.of(), RateLimit.none());
        Path keys = Files.writeString(folder.resolve("keys"), admin.line());
        try (TestServer server = TestServer.start(
                folder.resolve("keyed"),
                options -> options.withHttp(options.http().withKeys(keys)))) {
            String authorized =
                    request.replaceFirst("\r\n\r\n$", "\r\nAuthorization: Bearer " + admin.secret() + "\r\n\r\n");
            assertThat(answerTo(server, authorized)).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void overlongAndOtherwiseInvalidUtf8IsRejectedAndAReplacementCharacterIsNot() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            List<byte[]> invalid = List.of(
                    new byte[] {(byte) 0xC0, (byte) 0xAF}, // a slash in two bytes
                    new byte[] {(byte) 0xC1, (byte) 0xA1},
                    new byte[] {(byte) 0xE0, (byte) 0x80, (byte) 0xAF},
                    new byte[] {(byte) 0xF0, (byte) 0x80, (byte) 0x80, (byte) 0xAF},
                    new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, // a surrogate
                    new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80}, // beyond Unicode
                    new byte[] {(byte) 0xFF});
            for (byte[] bytes : invalid) {
                assertThat(answerToArm(server, bytes)).startsWith("HTTP/1.1 400 ");
            }
            assertThat(answerToArm(server, "\uFFFD".getBytes(StandardCharsets.UTF_8)))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    private static String answerToArm(TestServer server, byte[] id) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("{\"arms\":[\"".getBytes(StandardCharsets.UTF_8));
        body.writeBytes(id);
        body.writeBytes("\"]}".getBytes(StandardCharsets.UTF_8));
        try (RawHttp raw = new RawHttp(server.uri())) {
            raw.send(decide("Host: localhost\r\nContent-Length: " + body.size() + "\r\n", ""));
            return raw.send(body.toByteArray()).readAnswers(1);
        }
    }

    @Test
    void headIsAnsweredAsGetWithoutTheBody() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            List<String> paths = new ArrayList<>();
            List<Route> routes = new ArrayList<>(Router.resources(new Readiness(), new ServiceMetrics(false), true));
            routes.addAll(PageRoutes.routes());
            for (Route route : routes) {
                if (route.method().name().equals("GET")) {
                    paths.add(route.template().replace("{name}", "x").replaceAll("\\{[a-z]+}", server.decide("x")));
                }
            }
            assertThat(paths).contains("/healthz", "/v1/bandits/x/events", "/v1/bandits/x/journal.jsonl", "/");
            for (String path : paths) {
                try (RawHttp raw = new RawHttp(server.uri())) {
                    String answers = raw.send(RawHttp.request("HEAD", path, "localhost", "", "")
                                    + RawHttp.request("GET", "/nowhere", "localhost", "Connection: close\r\n", ""))
                            .readToEnd();
                    String[] each = answers.split("\r\n\r\n", 2);
                    assertThat(each[0]).as(path).startsWith("HTTP/1.1 200 ").containsIgnoringCase("content-type: ");
                    if (!answers.toLowerCase(Locale.ROOT).contains("connection: close\r\n\r\n")) {
                        assertThat(each[1]).as(path + " has a body").startsWith("HTTP/1.1 404 ");
                    }
                }
            }
            assertThat(answerTo(server, RawHttp.request("HEAD", "/v1/bandits/none", "localhost", "", "")))
                    .startsWith("HTTP/1.1 404 ");
            assertThat(answerTo(server, RawHttp.request("HEAD", "/v1/rewards", "localhost", "", "")))
                    .startsWith("HTTP/1.1 405 ");
        }
    }

    @Test
    void theAnswerToAnotherMethodNamesTheAllowedOnes() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            assertThat(server.delete("/healthz").expect(405).header("Allow")).isEqualTo("GET, HEAD");
            assertThat(server.get("/v1/rewards").expect(405).header("Allow")).isEqualTo("POST");
            assertThat(server.put("/v1/bandits/x", "{}").expect(405).header("Allow"))
                    .isEqualTo("DELETE, GET, HEAD");
            assertThat(server.send("OPTIONS", "/v1/bandits", null).expect(405).header("Allow"))
                    .isEqualTo("GET, HEAD, POST");
            server.send("PATCH", "/v1/nothing", null).expect(404);
        }
    }

    @Test
    void metricsNeedAScopeOfTheirOwnAndARejectionNamesTheScopesOnce() throws IOException {
        FreshKey admin = FreshKey.make("admin", Set.of(Scope.ADMIN), List.of(), RateLimit.none());
        FreshKey decide = FreshKey.make("decide", Set.of(Scope.DECIDE), List.of(), RateLimit.none());
        FreshKey scrape = FreshKey.make("scrape", Set.of(Scope.METRICS), List.of(), RateLimit.none());
        FreshKey some = FreshKey.make("some", Set.of(Scope.METRICS), List.of("x"), RateLimit.none());
        Path keys =
                Files.write(folder.resolve("keys"), List.of(admin.line(), decide.line(), scrape.line(), some.line()));
        try (TestServer server = TestServer.start(
                folder.resolve("data"),
                options -> options.withHttp(options.http().withKeys(keys)))) {
            server.get("/metrics", as(admin)).expect(200);
            server.get("/metrics", as(scrape)).expect(200);
            server.get("/metrics", as(some)).expect(403);
            assertThat(server.get("/metrics", as(decide)).expect(403).text()).contains("the scope metrics or admin");
            assertThat(server.get("/v1/bandits", as(scrape)).expect(403).text()).contains("the scope decide or admin");
            assertThat(server.get("/v1/audit", as(scrape)).expect(403).text()).contains("needs the scope admin\"");
        }
    }

    private static String[] as(FreshKey key) {
        return new String[] {"Authorization", "Bearer " + key.secret()};
    }
}
