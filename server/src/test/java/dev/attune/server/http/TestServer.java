package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.attune.journal.JournalOptions;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A real service on a free port. Whatever it answers is held against the OpenAPI document and searched for leaks. */
final class TestServer implements AutoCloseable {
    private static final OpenApi OPEN_API = new OpenApi();
    private static final int SEGMENT = 1 << 20;

    private final Path folder;
    private final AttuneServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    final List<Throwable> broken = new CopyOnWriteArrayList<>();
    final List<String> warnings = new CopyOnWriteArrayList<>();
    final List<String> infos = new CopyOnWriteArrayList<>();

    private TestServer(Path folder, UnaryOperator<ServerOptions> options) throws IOException {
        this.folder = folder;
        ServerOptions plain = ServerOptions.of(folder, 0).withWarmup(false);
        plain = plain.withRuntime(plain.runtime().withJournal(JournalOptions.DEFAULT.withSegmentBytes(SEGMENT)));
        this.server = AttuneServer.start(options.apply(plain), new ServerListener() {
            @Override
            public void internalError(String id, Throwable thrown) {
                broken.add(thrown);
            }

            @Override
            public void info(String message) {
                infos.add(message);
            }

            @Override
            public void warning(String message) {
                warnings.add(message);
            }
        });
    }

    static TestServer start(Path folder) throws IOException {
        return start(folder, options -> options);
    }

    static TestServer start(Path folder, UnaryOperator<ServerOptions> options) throws IOException {
        TestServer server = new TestServer(folder, options);
        server.server.awaitReady();
        return server;
    }

    /** An answer, checked already. */
    record Answer(int status, JsonNode json, String text, Map<String, List<String>> headers) {
        Answer expect(int wanted) {
            assertThat(status).as(text).isEqualTo(wanted);
            return this;
        }

        String field() {
            return json.path("field").asText();
        }

        String kind() {
            return json.path("type").asText().replace("urn:attune:problem:", "");
        }

        String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> header.getValue().get(0))
                    .findFirst()
                    .orElse("");
        }
    }

    Answer get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    Answer delete(String path, String... headers) {
        return send("DELETE", path, null, headers);
    }

    Answer post(String path, String body, String... headers) {
        return send("POST", path, body, headers);
    }

    Answer put(String path, String body, String... headers) {
        return send("PUT", path, body, headers);
    }

    /** Sends a request; a body goes as JSON unless a header says otherwise. */
    Answer send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri().resolve(path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null && !List.of(headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return checked(method, path, response);
        } catch (IOException e) {
            throw new AssertionError(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private Answer checked(String method, String path, HttpResponse<String> response) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        requireSafe(response.headers().map());
        requireNoLeak(response.body());
        OPEN_API.requireForeseen(method, path, response.statusCode(), type, response.body());
        JsonNode json = type.endsWith("json") ? OpenApi.parse(response.body()) : MissingNode.getInstance();
        return new Answer(
                response.statusCode(), json, response.body(), response.headers().map());
    }

    private static void requireSafe(Map<String, List<String>> headers) {
        assertThat(headers.get("x-content-type-options")).containsExactly("nosniff");
        assertThat(headers.get("cache-control")).containsExactly("no-store");
        assertThat(headers.get("content-security-policy"))
                .containsExactly("default-src 'self'; frame-ancestors 'none'");
        assertThat(headers.get("x-frame-options")).containsExactly("DENY");
        assertThat(headers.get("referrer-policy")).containsExactly("no-referrer");
        assertThat(headers).doesNotContainKeys("server", "x-powered-by", "access-control-allow-origin");
    }

    void requireNoLeak(String body) {
        assertThat(body)
                .doesNotContain(
                        folder.toString(), "dev.attune", "java.", "com.fasterxml", "io.vertx", "Exception", "\tat ")
                .doesNotContain("StreamReadConstraints", "JsonReadFeature");
    }

    /** Makes a bandit that decides the same as any other one with this seed. */
    void create(String name) {
        post("/v1/bandits", "{\"name\":\"" + name + "\",\"seed\":7}").expect(201);
    }

    /** A decision among three arms; its signed id. */
    String decide(String bandit) {
        return post("/v1/bandits/" + bandit + "/decisions", "{\"arms\":[\"a\",\"b\",\"c\"]}")
                .expect(200)
                .json()
                .get("decision")
                .asText();
    }

    URI uri() {
        return server.uri();
    }

    AttuneServer server() {
        return server;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
