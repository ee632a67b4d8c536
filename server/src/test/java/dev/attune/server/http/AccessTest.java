package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.server.ServerOptions;
import dev.attune.server.security.FreshKey;
import dev.attune.server.security.RateLimit;
import dev.attune.server.security.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what. */
class AccessTest {
    @TempDir
    Path folder;

    private final FreshKey admin = key("admin", Set.of(Scope.ADMIN), List.of());
    private final FreshKey decide = key("decide", Set.of(Scope.DECIDE), List.of());
    private final FreshKey reward = key("reward", Set.of(Scope.REWARD), List.of());
    private final FreshKey news = key("news", Set.of(Scope.ADMIN), List.of("news-*", "sport"));
    private Path keys;

    @BeforeEach
    void writeKeys() throws IOException {
        keys = folder.resolve("keys.txt");
        Files.write(
                keys, List.of("# who", admin.line(), decide.line() + " # the site", "", reward.line(), news.line()));
    }

    private static FreshKey key(String name, Set<Scope> scopes, List<String> bandits) {
        return FreshKey.make(name, scopes, bandits, RateLimit.none());
    }

    private TestServer start() throws IOException {
        return TestServer.start(
                folder.resolve("data"),
                options -> options.withHttp(options.http().withKeys(keys)));
    }

    private static String[] as(FreshKey key) {
        return new String[] {"Authorization", "Bearer " + key.secret()};
    }

    @Test
    void everyRouteServesTheScopesThatItIsForAndNoOther() throws IOException {
        try (TestServer server = start()) {
            Map<String, FreshKey> holders = Map.of("ADMIN", admin, "DECIDE", decide, "REWARD", reward);
            for (Route route : Router.resources(new Readiness(), new ServiceMetrics(false), true)) {
                String unending =
                        route.template().endsWith("/events") ? "?unknown=1" : ""; // refused, or it would never end
                String path = route.template().replaceAll("\\{[a-z]+}", "none") + unending;
                String body = route.body() ? "{}" : null;
                String method = route.method().name();
                String[] nobody = {};
                String[] stranger = {"Authorization", "Bearer attune_" + "A".repeat(43)};
                int unknown = server.send(method, path, body, nobody).status();
                assertThat(unknown == 401)
                        .as(method + path)
                        .isEqualTo(!(route.access().scope() == null));
                assertThat(server.send(method, path, body, stranger).status() == 401)
                        .as(method + path)
                        .isEqualTo(!(route.access().scope() == null));
                holders.forEach((scope, key) -> {
                    boolean may = route.access().scope() == null
                            || scope.equals("ADMIN")
                            || route.access().scope() == Scope.valueOf(scope);
                    int status = server.send(method, path, body, as(key)).status();
                    assertThat(status != 403 && status != 401)
                            .as(scope + " " + method + path)
                            .isEqualTo(may);
                });
            }
        }
    }

    @Test
    void aKeyForSomeBanditsReachesNoOther() throws IOException {
        try (TestServer server = start()) {
            for (String bandit : List.of("news-1", "sport", "other")) {
                server.post("/v1/bandits", "{\"name\":\"" + bandit + "\",\"arms\":[\"a\"]}", as(admin))
                        .expect(201);
            }
            server.post("/v1/bandits", "{\"name\":\"sports\"}", as(news)).expect(403);
            server.post("/v1/bandits", "{\"name\":\"news-2\"}", as(news)).expect(201);
            for (String path : List.of("", "/catalogue", "/statistics", "/tuner", "/model", "/recent")) {
                server.get("/v1/bandits/news-1" + path, as(news)).expect(200);
                server.get("/v1/bandits/sport" + path, as(news)).expect(200);
                server.get("/v1/bandits/other" + path, as(news)).expect(403);
            }
            assertThat(server.get("/v1/bandits", as(news)).json().get("bandits").findValuesAsText("name"))
                    .containsExactly("news-1", "news-2", "sport");
            assertThat(server.get("/v1/overview", as(news))
                            .json()
                            .get("bandits")
                            .findValuesAsText("name"))
                    .containsExactly("news-1", "news-2", "sport");
            String foreign = decision(server, "other");
            String own = decision(server, "news-1");
            server.post("/v1/bandits/other/decisions", "{}", as(news)).expect(403);
            server.delete("/v1/bandits/other", as(news)).expect(403);
            server.get("/v1/decisions/" + foreign, as(news)).expect(403);
            server.get("/v1/decisions/" + foreign + "/explanation", as(news)).expect(403);
            server.post("/v1/decisions/" + foreign + "/reward", "{\"value\":1}", as(news))
                    .expect(403);
            var mixed = server.post(
                    "/v1/rewards",
                    "{\"rewards\":[{\"decision\":\"" + own + "\",\"value\":1},{\"decision\":\"" + foreign
                            + "\",\"value\":1}]}",
                    as(news));
            assertThat(mixed.expect(403).field()).isEqualTo("rewards[1].decision");
            assertThat(server.get("/v1/decisions/" + own, as(admin)).json().get("rewards"))
                    .isEmpty();
            server.post("/v1/decisions/" + own + "/reward", "{\"value\":1}", as(news))
                    .expect(200);
            server.get("/metrics", as(news)).expect(403);
        }
    }

    private String decision(TestServer server, String bandit) {
        return server.post("/v1/bandits/" + bandit + "/decisions", "{}", as(admin))
                .expect(200)
                .json()
                .get("decision")
                .asText();
    }

    @Test
    void aKeyThatHasUsedUpItsRateWaits() throws IOException {
        FreshKey slow = FreshKey.make("slow", Set.of(Scope.ADMIN), List.of(), RateLimit.perSecond(5));
        FreshKey batch = FreshKey.make("batch", Set.of(Scope.ADMIN), List.of(), RateLimit.perSecond(5));
        Files.write(keys, List.of(slow.line(), batch.line()));
        try (TestServer server = start()) {
            int refused = 0;
            for (int i = 0; i < 30; i++) {
                var answer = server.get("/v1/bandits", as(slow));
                if (answer.status() == 429) {
                    refused++;
                    assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
                }
            }
            assertThat(refused).isPositive();
            server.post("/v1/bandits", "{\"name\":\"x\",\"arms\":[\"a\"]}", as(batch))
                    .expect(201);
            String fifty = "{},".repeat(49) + "{}";
            server.post("/v1/bandits/x/decisions/batch", "{\"requests\":[" + fifty + "]}", as(batch))
                    .expect(200);
            var next = server.get("/v1/bandits", as(batch)).expect(429);
            assertThat(Integer.parseInt(next.header("Retry-After"))).isGreaterThan(5);
        }
    }

    @Test
    @Tag("slow")
    void keysComeAndGoWithoutARestart() throws Exception {
        try (TestServer server = start()) {
            server.get("/v1/bandits", as(decide)).expect(200);
            FreshKey late = key("late", Set.of(Scope.DECIDE), List.of());
            Files.write(keys, List.of(late.line()));
            awaitStatus(server, late, 200);
            server.get("/v1/bandits", as(decide)).expect(401);
            Files.writeString(keys, "late sha256:zz scopes=all\n" + decide.line());
            awaitStatus(server, late, 401);
            server.get("/v1/bandits", as(decide)).expect(200);
            assertThat(server.warnings).hasSize(1);
        }
    }

    @Test
    @Tag("slow")
    void theLastKeysAreWithdrawnByEmptyingDeletingOrReplacingTheFile() throws Exception {
        try (TestServer server = start()) {
            List<String> lines = Files.readAllLines(keys);
            for (int way = 0; way < 4; way++) {
                server.get("/v1/bandits", as(admin)).expect(200);
                switch (way) {
                    case 0 -> Files.writeString(keys, "");
                    case 1 -> Files.delete(keys);
                    case 2 -> Files.writeString(keys, "# none\n");
                    default -> {
                        Files.delete(keys);
                        Files.createDirectory(keys);
                    }
                }
                awaitStatus(server, admin, 401);
                Files.deleteIfExists(keys);
                Files.write(keys, lines);
                awaitStatus(server, admin, 200);
            }
        }
    }

    private static void awaitStatus(TestServer server, FreshKey key, int status) throws InterruptedException {
        for (int i = 0; i < 200 && server.get("/v1/bandits", as(key)).status() != status; i++) {
            Thread.sleep(50);
        }
        server.get("/v1/bandits", as(key)).expect(status);
    }

    @Test
    void withoutKeysOnlyThisMachineIsServed() {
        ServerOptions local = ServerOptions.of(folder, 0);
        assertThatThrownBy(() -> local.withHttp(local.http().at("0.0.0.0", 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("attune keys new");
        local.withHttp(local.http().at("0.0.0.0", 0).withKeys(keys));
        local.withHttp(local.http().at("::1", 0));
    }

    @Test
    void withoutKeysOtherHostNamesAndOtherSitesAreRefused() throws IOException {
        try (TestServer server = TestServer.start(folder.resolve("data"))) {
            for (String host : List.of("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80")) {
                try (RawHttp raw = new RawHttp(server.uri())) {
                    String answer = raw.send(RawHttp.request("GET", "/v1/bandits", host, "", ""))
                            .readAnswers(1);
                    assertThat(answer).startsWith("HTTP/1.1 421 ");
                }
            }
            for (String host : List.of("localhost", "LOCALHOST:" + server.uri().getPort(), "127.0.0.1", "[::1]:80")) {
                try (RawHttp raw = new RawHttp(server.uri())) {
                    String answer = raw.send(RawHttp.request("GET", "/v1/bandits", host, "", ""))
                            .readAnswers(1);
                    assertThat(answer).as(host).startsWith("HTTP/1.1 200 ");
                }
            }
            String own = "http://" + server.uri().getAuthority();
            server.post("/v1/bandits", "{\"name\":\"x\"}", "Origin", "https://evil.example")
                    .expect(403);
            server.post("/v1/bandits", "{\"name\":\"x\"}", "Origin", "null").expect(403);
            server.post("/v1/bandits", "{\"name\":\"x\"}", "Origin", own).expect(201);
            server.post("/v1/bandits/x/pause", null, "Origin", "https://evil.example")
                    .expect(403);
        }
    }
}
