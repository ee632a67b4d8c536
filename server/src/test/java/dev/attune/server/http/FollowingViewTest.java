package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import dev.attune.server.follow.TestStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a service that follows a stream shows, and what it leaves to the stream. */
class FollowingViewTest {
    private static final String DECISIONS = "/v1/bandits/movies/decisions";

    private final TestStream stream = new TestStream();

    @TempDir
    Path folder;

    private TestServer service;

    @BeforeEach
    void start() throws IOException {
        stream.before("movies", TestStream.bandit("", 300));
        service = TestServer.start(folder, options -> options.withFollowing(stream.following()));
    }

    @AfterEach
    void stop() throws IOException {
        service.close();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /v1/bandits, '{\"name\":\"other\"}'",
        "DELETE, /v1/bandits/movies,",
        "POST, /v1/bandits/movies/pause,",
        "PUT, /v1/bandits/movies/floor, '{\"floor\":0.1}'",
        "PUT, /v1/bandits/movies/catalogue, '{\"arms\":[\"a\"]}'",
        "DELETE, /v1/bandits/movies/arms/a,",
        "GET, /v1/decisions/movies@1,",
        "GET, /v1/decisions/movies@1/explanation,",
        "GET, /v1/audit,",
        "GET, /v1/bandits/movies/journal.jsonl,"
    })
    void whatIsDoneInTheStreamIsNotDoneHere(String method, String path, String body) {
        TestServer.Answer refused = service.send(method, path, body).expect(409);
        assertThat(refused.kind()).isEqualTo("following");
        assertThat(refused.json().get("detail").asText()).contains("follows a stream");
    }

    @Test
    void peopleSeeWhatTheStreamHasTold() {
        for (int i = 0; i < 5; i++) {
            service.post(DECISIONS, "{}").expect(200);
        }
        JsonNode overview = service.get("/v1/overview").expect(200).json();
        assertThat(overview.at("/service/following").asText()).isEqualTo(TestStream.NAME);
        assertThat(overview.at("/bandits/0/decisions").asInt()).isEqualTo(300);
        JsonNode bandit = service.get("/v1/bandits/movies").expect(200).json();
        assertThat(bandit.get("following").asText()).isEqualTo(TestStream.NAME);
        assertThat(bandit.at("/state/learnt").asInt()).isEqualTo(300);
        for (String part : List.of("statistics", "tuner", "model", "recent", "catalogue")) {
            service.get("/v1/bandits/movies/" + part).expect(200);
        }
        assertThat(service.get("/v1/bandits/movies/tuner").json().get("arms")).hasSize(3); // of a decision made here
        assertThat(service.get("/metrics").expect(200).text()).contains("attune_decisions_total 5");
    }

    @Test
    void thousandsOfDecisionsWithWordsAreMadeByTheModelWhoseCoefficientsAreSeen() {
        JsonNode model =
                service.get("/v1/bandits/movies/model?search=ID%3D").expect(200).json();
        assertThat(model.at("/explanation/leader").asText()).isNotEmpty();
        assertThat(model.get("coefficients").findValuesAsText("feature")).contains("id=a", "id=b", "id=c");
        for (int batch = 0; batch < 3; batch++) {
            String visits = IntStream.range(1_000 * batch, 1_000 * (batch + 1))
                    .mapToObj(i -> "{\"context\":{\"words\":[\"w" + i + "\",\"w" + i % 7 + "\"]}}")
                    .collect(Collectors.joining(","));
            JsonNode decided = service.post(DECISIONS + "/batch", "{\"requests\":[" + visits + "]}")
                    .expect(200)
                    .json()
                    .get("decisions");
            long paying =
                    decided.findValuesAsText("arm").stream().filter("a"::equals).count();
            assertThat(paying).as("of 1,000, in batch %d", batch).isGreaterThan(900);
        }
        assertThat(stream.sent()).hasSize(3_000);
        JsonNode after = service.get("/v1/bandits/movies/model?search=id%3D").json();
        for (String learnt : List.of("coefficients", "count", "explanation")) {
            assertThat(after.get(learnt)).as(learnt).isEqualTo(model.get(learnt)); // in the stream, not here
        }
    }

    @Test
    void itIsReadyWhenItHasCaughtUpAndCanBeStoppedBefore() throws Exception {
        TestStream slow = new TestStream();
        ServerOptions options =
                ServerOptions.of(folder.resolve("none"), 0).withWarmup(false).withFollowing(slow.following());
        HttpClient client = HttpClient.newHttpClient();
        try (AttuneServer server = AttuneServer.start(options, ServerListener.NONE)) {
            HttpRequest ready =
                    HttpRequest.newBuilder(URI.create(server.uri() + "/readyz")).build();
            assertThat(client.send(ready, BodyHandlers.ofString()).statusCode()).isEqualTo(503);
        }
        assertThat(slow.isClosed()).isTrue();
        assertThat(folder.resolve("none")).doesNotExist();
    }
}
