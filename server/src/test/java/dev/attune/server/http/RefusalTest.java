package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attune.server.http.TestServer.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What makes no sense is refused with the field that is to blame, and the bandit is as if it had never come. */
class RefusalTest {
    private static final String DECISIONS = "/v1/bandits/victim/decisions";

    @TempDir
    Path folder;

    private record Bad(String body, int status, String field) {}

    private static Bad bad(String body, String field) {
        return new Bad(body, 400, field);
    }

    private static String arm(String value) {
        return "{\"arms\":[\"a\",{\"id\":\"b\",\"features\":{\"price\":" + value + "}}]}";
    }

    private static final List<Bad> DECISION_BODIES = List.of(
            bad(arm("NaN"), "arms[1].features.price"),
            bad(arm("Infinity"), "arms[1].features.price"),
            bad(arm("-Infinity"), "arms[1].features.price"),
            bad(arm("1e999"), "arms[1].features.price"),
            bad(arm("-1e999"), "arms[1].features.price"),
            bad(arm("1e101"), "arms[1].features.price"),
            bad(arm("null"), "arms[1].features.price"),
            bad(arm("{\"amount\":9}"), "arms[1].features.price"),
            bad(arm("[1,\"x\"]"), "arms[1].features.price[1]"),
            bad(arm("[\"x\",1]"), "arms[1].features.price[1]"),
            bad(arm("[[1]]"), "arms[1].features.price[0]"),
            bad(arm("1,\"price\":2"), "arms[1].features.price"),
            bad(arm("\"\\ud800\""), "arms[1].features.price"),
            bad("{\"arms\":[\"a\",\"\\udc00b\"]}", "arms[1]"),
            bad("{\"arms\":[\"a\",\"b\",\"a\"]}", "arms[2]"),
            bad("{\"arms\":[{\"id\":\"a\"},{\"id\":\"a\"}]}", "arms[1].id"),
            bad("{\"arms\":[{\"features\":{}}]}", "arms[0].id"),
            bad("{\"arms\":[{\"id\":\"\"}]}", "arms[0].id"),
            bad("{\"arms\":[{\"id\":\"" + "x".repeat(201) + "\"}]}", "arms[0].id"),
            bad("{\"arms\":[{\"id\":\"a\",\"price\":1}]}", "arms[0].price"),
            bad("{\"arms\":[{\"id\":\"a\",\"id\":\"b\"}]}", "arms[0].id"),
            bad("{\"arms\":[{\"id\":\"a\",\"features\":{\"\":1}}]}", "arms[0].features."),
            bad("{\"arms\":[1]}", "arms[0]"),
            bad("{\"arms\":[]}", "arms"),
            bad("{\"arms\":{\"id\":\"a\"}}", "arms"),
            bad("{\"arms\":[\"a\"],\"arms\":[\"b\"]}", "arms"),
            bad("{\"arms\":[\"a\"],\"armIds\":[\"b\"]}", "arms"),
            bad("{\"armIds\":[]}", "armIds"),
            bad("{\"arms\":[\"a\"],\"top\":0}", "top"),
            bad("{\"arms\":[\"a\"],\"top\":1.5}", "top"),
            bad("{\"arms\":[\"a\"],\"top\":99999999999999999999}", "top"),
            bad("{\"arms\":[\"a\"],\"context\":[]}", "context"),
            bad("{\"arms\":[\"a\"],\"id\":7}", "id"),
            bad("{\"arms\":[\"a\"],\"colour\":7}", "colour"),
            bad("{\"arms\":[\"a\"],\"value\":1}", "value"),
            bad("{\"arms\":[\"a\"]} {}", ""),
            bad("{\"arms\":[\"a\"", "arms[0]"),
            bad("{\"arms\":[\"a\"]", "arms"),
            bad("{\"arms", ""),
            bad("", ""),
            bad("[]", ""),
            bad("\"a\"", ""),
            bad("{'arms':['a']}", ""),
            bad("{\"arms\":[\"a\",]}", "arms[1]"),
            bad("// comment\n{\"arms\":[\"a\"]}", ""),
            bad("{\"context\":{\"deep\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}}", "context.deep[0]"),
            bad("{\"context\":{\"digits\":" + "1".repeat(100_000) + "}}", "context.digits"),
            bad(
                    "{\"arms\":["
                            + IntStream.range(0, 10_001)
                                    .mapToObj(i -> "\"" + i + "\"")
                                    .collect(Collectors.joining(",")) + "]}",
                    "arms[10000]"),
            bad(
                    "{\"arms\":[\"a\"],\"context\":{"
                            + IntStream.range(0, 1_001)
                                    .mapToObj(i -> "\"f" + i + "\":1")
                                    .collect(Collectors.joining(","))
                            + "}}",
                    "context.f1000"));

    @Test
    void whatMakesNoSenseIsRefusedWithItsFieldAndLeavesTheBanditAsItWas() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("victim");
            server.create("twin");
            for (int i = 0; i < 5; i++) {
                same(server, i);
            }
            JsonNode before = server.get("/v1/bandits/victim").json();
            for (Bad bad : DECISION_BODIES) {
                Answer answer = server.post(DECISIONS, bad.body());
                assertThat(answer.status())
                        .as(shortened(bad.body()) + " -> " + answer.text())
                        .isEqualTo(bad.status());
                assertThat(answer.kind()).isEqualTo("invalid-request");
                if (!bad.field().isEmpty()) {
                    assertThat(answer.field()).as(shortened(bad.body())).isEqualTo(bad.field());
                }
            }
            assertThat(server.get("/v1/bandits/victim").json()).isEqualTo(before);
            for (int i = 5; i < 30; i++) {
                same(server, i);
            }
            assertThat(server.broken).isEmpty();
        }
    }

    /** The two bandits have the same seed, and only one of them has seen bad input. */
    private static void same(TestServer server, int i) {
        String body = "{\"context\":{\"hour\":" + i % 24 + "},\"arms\":[{\"id\":\"a\",\"features\":{\"price\":" + i
                + "}},\"b\",\"c\"],\"top\":2}";
        JsonNode one = server.post(DECISIONS, body).expect(200).json();
        JsonNode other =
                server.post("/v1/bandits/twin/decisions", body).expect(200).json();
        for (String field : List.of("arm", "probability", "setting", "round", "ranking")) {
            assertThat(one.get(field)).as(field).isEqualTo(other.get(field));
        }
        String reward = "{\"value\":" + i % 2 + "}";
        server.post("/v1/decisions/" + one.get("decision").asText() + "/reward", reward)
                .expect(200);
        server.post("/v1/decisions/" + other.get("decision").asText() + "/reward", reward)
                .expect(200);
    }

    private static String shortened(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "..." : text;
    }

    @Test
    void aMillionArmsAndTenMegabytesAreTooLarge() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("victim");
            JsonNode before = server.get("/v1/bandits/victim").json();
            String millionArms = "{\"arms\":["
                    + IntStream.range(0, 1_000_000)
                            .mapToObj(i -> "\"" + i + "\"")
                            .collect(Collectors.joining(",")) + "]}";
            assertThat(server.post(DECISIONS, millionArms).expect(413).kind()).isEqualTo("too-large");
            assertThat(server.post(DECISIONS, " ".repeat(10_000_000))
                            .expect(413)
                            .kind())
                    .isEqualTo("too-large");

            assertThat(server.get("/v1/bandits/victim").json()).isEqualTo(before);
        }
    }

    @Test
    void otherContentTypesAndCompressedBodiesAreRefused() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("victim");
            for (String type :
                    List.of("text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1")) {
                assertThat(server.post(DECISIONS, "{\"arms\":[\"a\"]}", "Content-Type", type)
                                .expect(415)
                                .kind())
                        .isEqualTo("unsupported-media-type");
            }
            server.post(DECISIONS, "{\"arms\":[\"a\"]}", "Content-Encoding", "gzip")
                    .expect(415);
            server.send("POST", DECISIONS, null).expect(415);
            server.post(DECISIONS, "{\"arms\":[\"a\"]}", "Content-Type", "application/json; charset=UTF-8")
                    .expect(200);
        }
    }

    @Test
    void definitionsAndRewardsThatMakeNoSenseAreRefusedWithTheirField() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            assertThat(create(server, "")).isEqualTo("name");
            assertThat(create(server, "\"name\":\"../etc\"")).isEqualTo("name");
            assertThat(create(server, "\"name\":\"x\",\"policy\":\"Best\"")).isEqualTo("policy");
            assertThat(create(server, "\"name\":\"x\",\"tuner\":\"Best\"")).isEqualTo("tuner");
            assertThat(create(server, "\"name\":\"x\",\"window\":\"10 minutes\""))
                    .isEqualTo("window");
            assertThat(create(server, "\"name\":\"x\",\"window\":\"91d\"")).isEqualTo("window");
            assertThat(create(server, "\"name\":\"x\",\"window\":\"999999999999d\""))
                    .isEqualTo("window");
            assertThat(create(server, "\"name\":\"x\",\"floor\":1.1")).isEqualTo("floor");
            assertThat(create(server, "\"name\":\"x\",\"rewards\":{\"low\":1,\"high\":0}"))
                    .isEqualTo("rewards");
            assertThat(create(server, "\"name\":\"x\",\"rewards\":{\"low\":1}")).isEqualTo("rewards.high");
            assertThat(create(server, "\"name\":\"x\",\"encoder\":{\"dimension\":0}"))
                    .isEqualTo("encoder.dimension");
            assertThat(create(server, "\"name\":\"x\",\"encoder\":{\"dimension\":65536}"))
                    .isEqualTo("encoder.dimension");
            assertThat(create(server, "\"name\":\"x\",\"encoder\":{\"interactions\":[\"a\"]}"))
                    .isEqualTo("encoder.interactions[0]");
            assertThat(create(server, "\"name\":\"x\",\"policy\":\"UCB-GLM\",\"rewards\":{\"low\":0,\"high\":5}"))
                    .isEqualTo("rewards");
            assertThat(create(server, "\"name\":\"x\",\"learning\":\"at-once\",\"aggregation\":\"sum\""))
                    .isEqualTo("aggregation");
            assertThat(create(server, "\"name\":\"x\",\"seed\":1,\"seed\":2")).isEqualTo("seed");
            assertThat(server.get("/v1/bandits").json().get("bandits")).isEmpty();

            server.create("x");
            String reward = "/v1/decisions/" + server.decide("x") + "/reward";
            for (String value : List.of("NaN", "1e999", "1.1", "-0.1", "\"1\"", "null", "true")) {
                assertThat(server.post(reward, "{\"value\":" + value + "}")
                                .expect(400)
                                .field())
                        .isEqualTo("value");
            }
            assertThat(server.post(reward, "{\"id\":\"x\"}").expect(400).field())
                    .isEqualTo("value");
            assertThat(server.post("/v1/rewards", "{\"rewards\":[{\"value\":1}]}")
                            .expect(400)
                            .field())
                    .isEqualTo("rewards[0].decision");
            assertThat(server.get("/v1/bandits/x").json().at("/state/waiting").asInt())
                    .isEqualTo(1);
        }
    }

    private static String create(TestServer server, String fields) {
        return server.post("/v1/bandits", "{" + fields + "}").expect(400).field();
    }

    @Test
    void oneWrongRequestOfABatchStopsAllOfIt() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            Answer answer = server.post(
                    "/v1/bandits/x/decisions/batch", "{\"requests\":[{\"arms\":[\"a\"]},{\"arms\":[\"b\",\"b\"]}]}");
            assertThat(answer.expect(400).field()).isEqualTo("requests[1].arms[1]");
            server.post("/v1/bandits/x/decisions/batch", "{\"requests\":[{\"arms\":[\"a\"]},{\"armIds\":[\"z\"]}]}")
                    .expect(409);
            String many = IntStream.range(0, 1_001)
                    .mapToObj(i -> "{\"arms\":[\"a\"]}")
                    .collect(Collectors.joining(","));
            server.post("/v1/bandits/x/decisions/batch", "{\"requests\":[" + many + "]}")
                    .expect(400);
            server.post("/v1/bandits/x/decisions/batch", "{\"requests\":[]}").expect(400);

            assertThat(server.get("/v1/bandits/x").json().at("/state/decisions").asInt())
                    .isZero();
        }
    }
}
