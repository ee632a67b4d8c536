package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.Bandit;
import dev.attune.api.PolicyProvider;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.Catalog;
import dev.attune.math.RoundRandom;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people who look at bandits are shown, from a service that runs. */
class StatisticsRoutesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final OpenApi OPEN_API = new OpenApi();
    private static final long PATIENCE_SECONDS = 30;

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private AttuneServer server;

    @BeforeEach
    void start() throws IOException {
        server = AttuneServer.start(ServerOptions.of(folder, 0).withWarmup(false), ServerListener.NONE);
        server.awaitReady();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private URI at(String path) {
        return server.uri().resolve(path);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(at(path)).build(), BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(200);
        OPEN_API.requireForeseen("GET", path, 200, "application/json", answer.body());
        return JSON.readTree(answer.body());
    }

    private JsonNode post(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(at(path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isBetween(200, 299);
        return answer.body().isEmpty() ? JSON.nullNode() : JSON.readTree(answer.body());
    }

    private void create(String name, String tuner) throws IOException, InterruptedException {
        post("/v1/bandits", """
                {"name":"%s","tuner":"%s","learning":"at-once","floor":0.2,"seed":7,"encoder":{"dimension":64},
                 "arms":[{"id":"a","features":{"genre":"jazz"}},{"id":"<b>&","features":{"genre":"<i>rock"}}]}""".formatted(name, tuner));
    }

    /** Visitors of country DE like jazz, others do not. */
    private void visit(String name, int from, int to) throws IOException, InterruptedException {
        for (int i = from; i < to; i++) {
            RoundRandom rng = new RoundRandom(3, i);
            String country = rng.nextBoolean() ? "DE" : "FR";
            JsonNode decision =
                    post("/v1/bandits/" + name + "/decisions", "{\"context\":{\"country\":\"" + country + "\"}}");
            boolean right = decision.get("arm").asText().equals("a") == country.equals("DE");
            double reward = rng.nextDouble() < (right ? 0.8 : 0.2) ? 1 : 0;
            if (i % 10 != 9) {
                post("/v1/decisions/" + decision.get("decision").asText() + "/reward", "{\"value\":" + reward + "}");
            }
        }
    }

    /** Asks again until what is published, half a second later, has so many decisions. */
    private JsonNode published(String path, String pointer, long decisions) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        JsonNode seen = json(path);
        while (seen.at(pointer).asLong() < decisions && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(50);
            seen = json(path);
        }
        assertThat(seen.at(pointer).asLong()).isEqualTo(decisions);
        return seen;
    }

    @Test
    void theOverviewHasALineForEveryBanditByName() throws IOException, InterruptedException {
        create("second", "VOI");
        create("first", "CDT");
        visit("first", 0, 30);

        JsonNode overview = published("/v1/overview", "/bandits/0/reward/n", 27);
        assertThat(overview.at("/service/keysNeeded").asBoolean()).isFalse();
        assertThat(overview.at("/service/journal/position").asLong()).isGreaterThan(80);
        assertThat(overview.at("/service/journal/bytes").asLong()).isPositive();
        JsonNode first = overview.at("/bandits/0");
        assertThat(first.get("name").asText()).isEqualTo("first");
        assertThat(first.get("tuner").asText()).isEqualTo("CDT");
        assertThat(first.at("/reward/n").asLong()).isEqualTo(27);
        assertThat(first.get("waiting").asLong()).isEqualTo(3);
        assertThat(first.get("health").asText()).isIn("ok", "attention");
        assertThat(first.get("trend").get("rewards").size()).isLessThanOrEqualTo(30);
        assertThat(first.get("decisionsPerSecond").asDouble()).isPositive();
        JsonNode second = overview.at("/bandits/1");
        assertThat(second.get("health").asText()).isEqualTo("idle");
        assertThat(second.at("/reward/mean").isNull()).isTrue();
        assertThat(second.get("lastDecisionAt").isNull()).isTrue();
    }

    @Test
    void oneBanditIsShownInDetail() throws IOException, InterruptedException {
        create("shop", "VOI");
        visit("shop", 0, 300);
        JsonNode seen = published("/v1/bandits/shop/statistics?span=10m", "/row/decisions", 300);

        assertThat(seen.get("bucketSeconds").asInt()).isEqualTo(5);
        long decisions = 0;
        long rewards = 0;
        for (JsonNode bucket : seen.get("buckets")) {
            decisions += bucket.get("decisions").asLong();
            rewards += bucket.at("/rewards/n").asLong();
            assertThat(bucket.at("/setting/explore/mean").isNumber()).isTrue();
            assertThat(bucket.get("arms")).hasSize(seen.get("arms").size());
        }
        assertThat(decisions).isEqualTo(300);
        assertThat(rewards).isEqualTo(270);
        List<String> ids = new ArrayList<>();
        double share = 0;
        for (JsonNode arm : seen.get("arms")) {
            ids.add(arm.get("id").asText());
            share += arm.get("share").asDouble();
        }
        assertThat(ids).containsExactlyInAnyOrder("a", "<b>&");
        assertThat(share).isCloseTo(1, within(1e-9));
        assertThat(seen.at("/propensity/of").asLong()).isEqualTo(270);
        assertThat(seen.at("/uplift/value").asDouble()).isPositive();
        assertThat(seen.at("/uplift/low").asDouble())
                .isLessThan(seen.at("/uplift/value").asDouble());

        JsonNode tuner = json("/v1/bandits/shop/tuner");
        assertThat(tuner.get("kind").asText()).isEqualTo("path");
        assertThat(tuner.get("arms")).hasSize(2);
        assertThat(tuner.get("envelope")).isNotEmpty();
        assertThat(tuner.at("/parameters/0/name").asText()).isEqualTo("explore");

        JsonNode recent = json("/v1/bandits/shop/recent?limit=20").get("decisions");
        assertThat(recent).hasSize(20);
        assertThat(recent.at("/0/ended").asText()).isEqualTo("waiting");
        assertThat(recent.at("/1/ended").asText()).isEqualTo("learnt");
        JsonNode found = json("/v1/decisions/" + recent.at("/1/decision").asText());
        assertThat(found.get("arm").asText()).isEqualTo(recent.at("/1/arm").asText());
    }

    @Test
    @Tag("slow")
    void coefficientsHaveNamesAndPointTheRightWay() throws IOException, InterruptedException {
        create("shop", "VOI");
        visit("shop", 0, 400);
        published("/v1/bandits/shop/statistics", "/row/decisions", 400);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        Map<String, Double> values = new HashMap<>();
        while (values.size() < 8 && System.nanoTime() < end) { // the model is looked at every five seconds
            TimeUnit.MILLISECONDS.sleep(200);
            for (JsonNode one : json("/v1/bandits/shop/model").get("coefficients")) {
                values.put(one.get("feature").asText(), one.get("value").asDouble());
            }
        }
        assertThat(values)
                .containsKeys("bias", "context.country=DE", "arm.genre=<i>rock", "context.country=FR x arm.genre=jazz");
        assertThat(values.get("context.country=DE x arm.genre=jazz"))
                .isGreaterThan(values.get("context.country=FR x arm.genre=jazz"));
    }

    @Test
    void aZoomingTunerShowsItsBalls() throws IOException, InterruptedException {
        create("zoom", "Zooming");
        visit("zoom", 0, 60);
        published("/v1/bandits/zoom/statistics", "/row/decisions", 60);
        JsonNode tuner = json("/v1/bandits/zoom/tuner");
        assertThat(tuner.get("kind").asText()).isEqualTo("zooming");
        assertThat(tuner.get("balls")).isNotEmpty();
        assertThat(tuner.at("/balls/0/center")).hasSize(tuner.get("parameters").size());
        assertThat(tuner.get("epoch").asInt()).isPositive();
    }

    @Test
    void thePoliciesAndTunersOfTheCatalogAreListedWithTheirSummaries() throws IOException, InterruptedException {
        JsonNode algorithms = json("/v1/algorithms");
        assertThat(algorithms.get("policies").findValuesAsText("name"))
                .isEqualTo(Catalog.policies().stream().map(PolicyProvider::name).toList());
        assertThat(algorithms.get("tuners").findValuesAsText("name"))
                .isEqualTo(Catalog.tuners().stream().map(TunerProvider::name).toList());
        assertThat(algorithms.findValuesAsText("summary")).doesNotContain("");
    }

    @Test
    void changesAreAuditedNewestFirst() throws IOException, InterruptedException {
        create("shop", "VOI");
        post("/v1/bandits/shop/pause", "");
        post("/v1/bandits/shop/resume", "");
        JsonNode changes = json("/v1/audit?limit=3").get("changes");
        assertThat(changes).hasSize(3);
        assertThat(changes.at("/0/what").asText()).isEqualTo("resumed");
        assertThat(changes.at("/1/what").asText()).isEqualTo("paused");
        assertThat(changes.at("/1/bandit").asText()).isEqualTo("shop");
        assertThat(changes.at("/1/by").asText()).isEqualTo("local");
        assertThat(changes.at("/0/position").asLong())
                .isGreaterThan(changes.at("/1/position").asLong());
        JsonNode all = json("/v1/audit").get("changes");
        assertThat(all).hasSize(4);
        assertThat(all.at("/2/what").asText()).isEqualTo("catalogue");
        assertThat(all.at("/2/to").asText()).isEqualTo("1");
        assertThat(all.at("/3/what").asText()).isEqualTo("created");
        assertThat(all.findValuesAsText("by")).containsOnly("local");
    }

    @Test
    void aBanditIsJudgedByItsControlSinceAStartThatAnOperatorChooses() throws IOException, InterruptedException {
        create("shop", "VOI");
        visit("shop", 0, 300);
        JsonNode verdict = published("/v1/bandits/shop/statistics?span=10m", "/verdict/count", 270)
                .get("verdict");
        assertThat(verdict.get("control").asText()).isEqualTo("a random arm");
        assertThat(verdict.get("state").asText()).isIn("better", "cannot-tell");
        assertThat(verdict.get("low").asDouble())
                .isLessThan(verdict.get("estimate").asDouble());
        assertThat(verdict.get("estimate").asDouble())
                .isLessThan(verdict.get("high").asDouble());
        long began = verdict.get("since").asLong();

        post("/v1/bandits/shop/count", "");
        verdict = json("/v1/overview").at("/bandits/0/verdict");
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
                verdict.get("count").asLong() > 0 && System.nanoTime() < end; ) {
            TimeUnit.MILLISECONDS.sleep(50);
            verdict = json("/v1/overview").at("/bandits/0/verdict");
        }
        assertThat(verdict.get("count").asLong()).isZero();
        assertThat(verdict.get("since").asLong()).isGreaterThan(began);

        assertThat(put("/v1/bandits/shop/control", "{\"control\":{\"arm\":\"a\"}}")
                        .statusCode())
                .isEqualTo(204);
        assertThat(json("/v1/bandits/shop").at("/control/arm").asText()).isEqualTo("a");
        visit("shop", 300, 310);
        verdict = published("/v1/bandits/shop/statistics", "/verdict/count", 9).get("verdict");
        assertThat(verdict.get("control").asText()).isEqualTo("the arm a");
        assertThat(json("/v1/audit").at("/changes/0/what").asText()).isEqualTo("control");
        assertThat(json("/v1/audit").at("/changes/1/what").asText()).isEqualTo("count");
        HttpResponse<String> refused = put("/v1/bandits/shop/control", "{\"control\":{\"oldSystem\":1}}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("control.oldSystem", "must be above 0 and below 1");
    }

    private HttpResponse<String> put(String path, String body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(at(path))
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void theJournalOfABanditIsToldWholeAndOfNobodyElse() throws Exception {
        for (String bandit : List.of("mine", "other")) {
            post("/v1/bandits", "{\"name\":\"" + bandit + "\",\"arms\":[\"a\",\"b\"]}");
            for (int i = 0; i < 300; i++) { // more than one piece
                post("/v1/bandits/" + bandit + "/decisions", "{\"context\":{\"who\":\"" + bandit + "\"}}");
            }
        }
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(at("/v1/bandits/mine/journal.jsonl")).build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        List<String> lines = response.body().lines().toList();
        assertThat(lines).hasSize(304); // created, catalogued, by whom, decided
        for (String line : lines) {
            assertThat(JSON.readTree(line).get("bandit").asInt()).isEqualTo(1);
        }
        assertThat(response.body()).doesNotContain("other");
        assertThat(response.body().length()).isGreaterThan(1 << 16);
    }

    @Test
    void theModelCanBeTakenAlong() throws IOException, InterruptedException {
        create("shop", "VOI");
        visit("shop", 0, 20);
        HttpResponse<byte[]> file = http.send(
                HttpRequest.newBuilder(at("/v1/bandits/shop/model.bin")).build(), BodyHandlers.ofByteArray());
        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(Bandit.load(file.body()).rounds()).isEqualTo(20);
    }

    @Test
    void whatCannotBeAskedIsRefused() throws IOException, InterruptedException {
        create("shop", "VOI");
        assertThat(get("/v1/bandits/shop/statistics?span=1h").statusCode()).isEqualTo(400);
        assertThat(get("/v1/bandits/shop/recent?limit=201").statusCode()).isEqualTo(400);
        assertThat(get("/v1/bandits/none/statistics").statusCode()).isEqualTo(404);
        assertThat(get("/v1/bandits/none/events").statusCode()).isEqualTo(404);
        assertThat(get("/v1/overview?x=1").statusCode()).isEqualTo(400);
    }

    @Test
    void eventsTellWhatIsNewAndEndWithTheConnection() throws IOException, InterruptedException {
        create("shop", "VOI");
        visit("shop", 0, 5);
        HttpResponse<InputStream> stream = http.send(
                HttpRequest.newBuilder(at("/v1/bandits/shop/events?span=10m")).build(), BodyHandlers.ofInputStream());
        assertThat(stream.statusCode()).isEqualTo(200);
        assertThat(stream.headers().firstValue("Content-Type")).contains("text/event-stream");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            Map<String, JsonNode> first = new HashMap<>();
            while (first.size() < 3) {
                next(lines, first);
            }
            assertThat(first).containsOnlyKeys("statistics", "tuner", "recent");
            visit("shop", 5, 15);
            Map<String, JsonNode> later = new HashMap<>();
            while (later.getOrDefault("statistics", JSON.nullNode())
                            .at("/row/decisions")
                            .asLong()
                    < 15) {
                next(lines, later);
            }
            assertThat(later.get("statistics").get("span").asText()).isEqualTo("10m");
        }
    }

    @Test
    @Tag("slow")
    void theOverviewTellsWhenABanditIsNew() throws IOException, InterruptedException {
        HttpResponse<InputStream> stream =
                http.send(HttpRequest.newBuilder(at("/v1/overview/events")).build(), BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            Map<String, JsonNode> seen = new HashMap<>();
            next(lines, seen);
            assertThat(seen.get("overview").get("bandits")).isEmpty();
            create("shop", "VOI");
            while (seen.get("overview").get("bandits").isEmpty()) {
                next(lines, seen);
            }
            assertThat(seen.get("overview").at("/bandits/0/name").asText()).isEqualTo("shop");
        }
    }

    private static void next(BufferedReader lines, Map<String, JsonNode> into) throws IOException {
        String name = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("event: ")) {
                name = line.substring(7);
            } else if (line.startsWith("data: ")) {
                into.put(name, JSON.readTree(line.substring(6)));
                return;
            }
        }
        throw new IOException("the stream has ended");
    }

    @Test
    void whatWasSeenSurvivesARestart() throws IOException, InterruptedException {
        create("shop", "VOI");
        visit("shop", 0, 40);
        server.close();
        start();
        JsonNode line = json("/v1/overview").at("/bandits/0");
        assertThat(line.get("decisions").asLong()).isEqualTo(40);
        JsonNode seen = json("/v1/bandits/shop/statistics?span=10m");
        assertThat(seen.at("/row/decisions").asLong()).isEqualTo(40);
        assertThat(seen.at("/row/reward/n").asLong()).isEqualTo(36);
        assertThat(json("/v1/bandits/shop/recent").get("decisions")).hasSize(40);
    }
}
