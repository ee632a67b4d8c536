package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attune.live.json.JsonLimits;
import dev.attune.math.RoundRandom;
import dev.attune.server.http.TestServer.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words and ids as features, in a bandit with everything at its default: from HTTP through the journal and back. */
class WordsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> ARMS = List.of("sport", "music", "science");
    private static final int WORDS = 2_000;

    @TempDir
    Path folder;

    @TempDir
    Path copies;

    /** The context of a visit: words of its topic, other words, an id; the i-th is the same in every run. */
    private static ObjectNode visit(int i) {
        RoundRandom random = new RoundRandom(5, i);
        ObjectNode context = JSON.createObjectNode();
        ArrayNode words = context.putArray("words");
        for (int k = 0; k < 6; k++) {
            words.add(ARMS.get(i % 3) + "-\u00e9\ud83d\ude00-" + random.nextInt(10));
        }
        for (int k = 0; k < 10; k++) {
            context.put("w" + random.nextInt(WORDS), 1 + random.nextInt(3));
        }
        return context.put("visitor", "u" + random.nextInt(10_000));
    }

    private static ObjectNode request(int i) {
        ObjectNode request = JSON.createObjectNode();
        request.set("context", visit(i));
        ARMS.forEach(request.putArray("arms")::add);
        return request;
    }

    private static void create(TestServer server, String name) {
        server.post("/v1/bandits", "{\"name\":\"" + name + "\",\"seed\":7,\"learning\":\"at-once\"}")
                .expect(201);
    }

    /** Asks for a decision and rewards it; returns what was earned. */
    private static int play(TestServer server, String bandit, int i) {
        JsonNode answer = server.post(
                        "/v1/bandits/" + bandit + "/decisions", request(i).toString())
                .expect(200)
                .json();
        return reward(server, answer, i);
    }

    private static int reward(TestServer server, JsonNode answer, int i) {
        boolean right = answer.get("arm").asText().equals(ARMS.get(i % 3));
        int reward = new RoundRandom(6, i).nextDouble() < (right ? 0.8 : 0.05) ? 1 : 0;
        server.post("/v1/decisions/" + answer.get("decision").asText() + "/reward", "{\"value\":" + reward + "}")
                .expect(200);
        return reward;
    }

    @Test
    void areLearntAndEveryDecisionIsMadeAgainAfterACrash() throws IOException {
        List<String> ids = new ArrayList<>();
        JsonNode before;
        JsonNode next;
        try (TestServer server = TestServer.start(folder)) {
            create(server, "words");
            int earned = 0;
            for (int i = 0; i < 600; i++) {
                int reward = play(server, "words", i);
                earned += i < 450 ? 0 : reward;
            }
            assertThat(earned).isGreaterThan(90); // of 120 at best; a random arm earns 45
            ObjectNode batch = JSON.createObjectNode();
            ArrayNode requests = batch.putArray("requests");
            IntStream.range(600, 650).forEach(i -> requests.add(request(i).put("id", "visit-" + i)));
            JsonNode decided = server.post("/v1/bandits/words/decisions/batch", batch.toString())
                    .expect(200)
                    .json()
                    .get("decisions");
            for (int i = 0; i < decided.size(); i++) {
                ids.add(decided.get(i).get("decision").asText());
                reward(server, decided.get(i), 600 + i);
            }
            copy(folder, copies.resolve("crashed")); // as kill -9 would leave it
            before = server.get("/v1/bandits/words").json();
            next = server.post("/v1/bandits/words/decisions", request(700).toString())
                    .expect(200)
                    .json();
        }
        try (TestServer server = TestServer.start(copies.resolve("crashed"))) {
            assertThat(server.get("/v1/bandits/words").json()).isEqualTo(before);
            JsonNode why = server.get("/v1/decisions/" + ids.get(40) + "/explanation")
                    .expect(200)
                    .json();
            assertThat(why.at("/replay/matches").asBoolean()).isTrue();
            assertThat(why.get("arms")).hasSize(3);
            assertThat(why.at("/arms/0/mean").isNumber()).isTrue();
            JsonNode decision = server.get("/v1/decisions/" + ids.get(40)).json();
            assertThat(decision.at("/context/words/0").asText()).startsWith(ARMS.get(640 % 3) + "-\u00e9\ud83d\ude00-");
            JsonNode repeated = server.post(
                            "/v1/bandits/words/decisions",
                            request(620).put("id", "visit-620").toString())
                    .expect(200)
                    .json();
            assertThat(repeated.get("decision").asText()).isEqualTo(ids.get(20));
            JsonNode again = server.post(
                            "/v1/bandits/words/decisions", request(700).toString())
                    .expect(200)
                    .json();
            for (String field : List.of("arm", "probability", "setting", "round")) {
                assertThat(again.get(field)).as(field).isEqualTo(next.get(field));
            }
            assertThat(server.broken).isEmpty();
            assertThat(server.warnings).isEmpty();
        }
    }

    @Test
    void coefficientsAreFoundByNameAndTheLeadingModelIsNamed() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            create(server, "words");
            JsonNode empty = server.get("/v1/bandits/words/model").expect(200).json();
            assertThat(empty.get("coefficients")).isEmpty();
            assertThat(empty.get("count").asInt())
                    .isLessThanOrEqualTo(1); // a model of arm features begins with a constant
            for (int i = 0; i < 900; i++) {
                play(server, "words", i);
            }
            JsonNode model = server.get("/v1/bandits/words/model").expect(200).json();
            assertThat(model.get("coefficients")).hasSize(100);
            assertThat(model.get("count").asInt()).isGreaterThan(1_000);
            assertThat(model.get("features").asInt()).isGreaterThan(1_000);
            assertThat(model.get("collisionRate").isNull()).isTrue();
            JsonNode explained = model.get("explanation");
            assertThat(explained.get("budget").asInt()).isEqualTo(1 << 20);
            assertThat(explained.get("evicted").asInt()).isZero();
            assertThat(explained.get("candidates").size()).isGreaterThan(3);
            for (JsonNode candidate : explained.get("candidates")) {
                boolean leads = candidate.get("name").equals(explained.get("leader"));
                assertThat(candidate.get("evidence").asDouble()).isLessThanOrEqualTo(0);
                assertThat(candidate.get("evidence").asDouble() == 0).isEqualTo(leads);
            }
            double before = Double.POSITIVE_INFINITY;
            for (JsonNode one : model.get("coefficients")) {
                double half = one.get("high").asDouble() - one.get("value").asDouble();
                double prominence = Math.abs(one.get("value").asDouble()) / half;
                assertThat(half).isPositive();
                assertThat(prominence).isLessThanOrEqualTo(before * (1 + 1e-9));
                before = prominence;
            }

            JsonNode searched = server.get("/v1/bandits/words/model?most=7&search=SPORT-%C3%89")
                    .expect(200)
                    .json()
                    .get("coefficients");
            assertThat(searched).hasSize(7);
            for (JsonNode one : searched) {
                assertThat(one.get("feature").asText()).contains("words=sport-\u00e9");
            }
            assertThat(server.get("/v1/bandits/words/model?search=no%20such%20name")
                            .expect(200)
                            .json()
                            .get("coefficients"))
                    .isEmpty();
            for (String wrong : List.of("most=0", "most=1001", "most=x", "search=" + "x".repeat(201), "find=x")) {
                server.get("/v1/bandits/words/model?" + wrong).expect(400);
            }
            server.get("/v1/bandits/none/model").expect(404);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    /** Texts that are names of features: some are refused, none breaks anything. */
    private static final List<String> NAMES = List.of(
            "\"\"",
            "\" \"",
            "\"=\"",
            "\" x \"",
            "\"arm.genre\"",
            "\"id\"",
            "\"\\u0000\"",
            "\"\\n\\t\\\"\"",
            "\"\\ud800\"",
            "\"\\udc00\\ud800\"",
            "\"\\ud83d\\ude00\"",
            "\"\u202e\u0627\u0644\u0639\u0631\u0628\u064a\u0629\"",
            "\"e\u0301\"",
            "\"\u00e9\"",
            "\"\\uffff\\ufeff\"",
            "\"__proto__\"",
            "\"" + "\u5b57".repeat(200) + "\"",
            "\"" + "\u5b57".repeat(201) + "\"",
            "\"" + "x".repeat(70_000) + "\"");

    private static final List<String> VALUES = List.of(
            "1",
            "0",
            "-0.0",
            "1e-320",
            "1e100",
            "-1e100",
            "1e101",
            "1e999",
            "NaN",
            "null",
            "true",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud83d\\ude00\"",
            "\"\\ud800\"",
            "[]",
            "[\"\",\"\",\"a\"]",
            "[1,-1e100,1e-300]",
            "[1,\"a\"]",
            "{}",
            "\"" + "y".repeat(1_000) + "\"",
            "\"" + "y".repeat(1_001) + "\"");

    private static String features(RoundRandom random) {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(
                        i -> NAMES.get(random.nextInt(NAMES.size())) + ":" + VALUES.get(random.nextInt(VALUES.size())))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String fuzzed(int seed) {
        RoundRandom random = new RoundRandom(8, seed);
        String arms = IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(i -> random.nextBoolean()
                        ? "{\"id\":\"arm" + i + "\",\"features\":" + features(random) + "}"
                        : NAMES.get(random.nextInt(NAMES.size())))
                .collect(Collectors.joining(",", "[", "]"));
        return "{\"context\":" + features(random) + ",\"arms\":" + arms + "}";
    }

    /** The two bandits have the same seed; only one of them gets what is refused. */
    @Test
    @Tag("slow")
    void strangeNamesAndValuesAreTakenOrRefusedAndLeaveTheBanditAsItWas() throws IOException {
        int taken = 0;
        int refused = 0;
        try (TestServer server = TestServer.start(folder)) {
            create(server, "victim");
            create(server, "twin");
            for (int i = 0; i < 1_500; i++) {
                String body = fuzzed(i);
                Answer answer = server.post("/v1/bandits/victim/decisions", body);
                if (answer.status() != 200) {
                    answer.expect(400);
                    assertThat(answer.kind()).isEqualTo("invalid-request");
                    assertThat(answer.field() + answer.json().get("detail").asText())
                            .as(answer.text())
                            .containsAnyOf("context", "arm");
                    refused++;
                    continue;
                }
                taken++;
                JsonNode twin = server.post("/v1/bandits/twin/decisions", body)
                        .expect(200)
                        .json();
                for (String field : List.of("arm", "probability", "setting", "round")) {
                    assertThat(twin.get(field)).as(body).isEqualTo(answer.json().get(field));
                }
                for (JsonNode decision : List.of(answer.json(), twin)) {
                    server.post(
                                    "/v1/decisions/" + decision.get("decision").asText() + "/reward",
                                    "{\"value\":" + i % 2 + "}")
                            .expect(200);
                }
            }
            assertThat(taken).isGreaterThan(100);
            assertThat(refused).isGreaterThan(100);
            assertThat(server.broken).isEmpty();
        }
        try (TestServer server = TestServer.start(folder)) { // the journal has kept every name as it was
            JsonNode victim = server.get("/v1/bandits/victim").json();
            assertThat(victim.at("/state/decisions").asInt()).isEqualTo(taken);
            assertThat(victim.get("state"))
                    .isEqualTo(server.get("/v1/bandits/twin").json().get("state"));
        }
    }

    private static String many(int features) {
        return IntStream.range(0, features)
                .mapToObj(i -> "\"f" + i + "\":1")
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String tags(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"" + Integer.toString(i, 36) + "\"")
                .collect(Collectors.joining(",", "{\"t\":[", "]}"));
    }

    @Test
    void tooManyFeaturesAreRefusedAndLeaveTheBanditAsItWas() throws IOException {
        JsonLimits wide = JsonLimits.DEFAULT.withCounts(10_000, 2_000_000, 1_000);
        try (TestServer narrow = TestServer.start(folder.resolve("narrow"));
                TestServer open = TestServer.start(
                        folder.resolve("open"),
                        options ->
                                options.withLimits(wide).withHttp(options.http().withLimits(3 << 20, 100)))) {
            for (TestServer server : List.of(narrow, open)) {
                create(server, "victim");
                create(server, "twin");
                play(server, "victim", 0);
                play(server, "twin", 0);
            }
            JsonNode before = narrow.get("/v1/bandits/victim").json();
            String decisions = "/v1/bandits/victim/decisions";
            assertThat(narrow.post(decisions, "{\"arms\":[\"a\",\"b\"],\"context\":" + many(1_000_000) + "}")
                            .expect(413)
                            .kind())
                    .isEqualTo("too-large");
            assertThat(narrow.post(decisions, "{\"arms\":[\"a\",\"b\"],\"context\":" + many(60_000) + "}")
                            .expect(400)
                            .field())
                    .isEqualTo("context.f1000");
            assertThat(narrow.get("/v1/bandits/victim").json()).isEqualTo(before);

            String manyArms =
                    IntStream.range(0, 3_000).mapToObj(i -> "\"a" + i + "\"").collect(Collectors.joining(","));
            Map<String, Integer> bodies = new LinkedHashMap<>(); // and how they are answered
            bodies.put("{\"arms\":[\"a\",\"b\"],\"context\":" + tags(300_000) + "}", 400);
            bodies.put("{\"arms\":[{\"id\":\"a\",\"features\":" + tags(300_000) + "}]}", 400);
            bodies.put("{\"context\":" + tags(4_000) + ",\"arms\":[" + manyArms + "]}", 400);
            bodies.put(
                    "{\"context\":" + tags(9_000) + ",\"arms\":[{\"id\":\"a\",\"features\":" + tags(900) + "}]}", 400);
            bodies.put(
                    "{\"context\":" + tags(2_000) + ",\"arms\":[{\"id\":\"a\",\"features\":" + tags(90) + "},\"b\"]}",
                    200);
            bodies.put("{\"arms\":[\"a\",\"b\"],\"context\":" + many(60_000) + "}", 200);
            bodies.forEach((body, status) -> {
                JsonNode answer = open.post(decisions, body).expect(status).json();
                if (status == 400) {
                    assertThat(answer.get("detail").asText()).containsAnyOf("pairs", "too many features");
                    return;
                }
                JsonNode twin = open.post("/v1/bandits/twin/decisions", body)
                        .expect(status)
                        .json();
                for (JsonNode decision : List.of(answer, twin)) { // much is not too much
                    open.post("/v1/decisions/" + decision.get("decision").asText() + "/reward", "{\"value\":1}")
                            .expect(200);
                }
            });
            for (int i = 1; i < 20; i++) {
                assertThat(play(open, "victim", i)).isEqualTo(play(open, "twin", i));
            }
            assertThat(open.get("/v1/bandits/victim").json().get("state"))
                    .isEqualTo(open.get("/v1/bandits/twin").json().get("state"));
            assertThat(narrow.broken).isEmpty();
            assertThat(open.broken).isEmpty();
        }
    }
}
