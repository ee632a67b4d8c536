package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attune.catalog.Catalog;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndpointTest {
    @TempDir
    Path folder;

    @Test
    void aBanditWithOnlyANameDecidesAmongIds() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            var created = server.post("/v1/bandits", "{\"name\":\"first\"}").expect(201);
            assertThat(created.header("Location")).isEqualTo("/v1/bandits/first");
            assertThat(created.json().get("policy").asText()).isEqualTo(Catalog.DEFAULT_POLICY);
            assertThat(created.json().get("tuner").asText()).isEqualTo("Auto");
            assertThat(created.json().get("encoder").has("dimension")).isFalse();

            JsonNode decided = server.post("/v1/bandits/first/decisions", "{\"arms\":[\"a\",\"b\",\"c\"],\"top\":3}")
                    .expect(200)
                    .json();
            assertThat(decided.get("arm").asText()).isIn("a", "b", "c");
            assertThat(decided.get("ranking")).hasSize(2);
            assertThat(server.post("/v1/bandits", "{\"name\":\"first\"}")
                            .expect(409)
                            .kind())
                    .isEqualTo("name-taken");
        }
    }

    @Test
    void aRetryWithTheSameIdGetsTheSameDecision() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            String body = "{\"id\":\"visit-1\",\"arms\":[\"a\",\"b\"]}";
            JsonNode first =
                    server.post("/v1/bandits/x/decisions", body).expect(200).json();
            JsonNode again =
                    server.post("/v1/bandits/x/decisions", body).expect(200).json();

            assertThat(again.get("decision")).isEqualTo(first.get("decision"));
            assertThat(again.get("repeated").asBoolean()).isTrue();
            assertThat(server.get("/v1/bandits/x").json().at("/state/decisions").asInt())
                    .isEqualTo(1);
        }
    }

    @Test
    void rewardsCountOnceAndLateOrUnknownOnesAreToldSo() throws IOException, InterruptedException {
        try (TestServer server = TestServer.start(folder)) {
            server.post("/v1/bandits", "{\"name\":\"x\",\"window\":\"200ms\"}").expect(201);
            String id = server.decide("x");
            String reward = "/v1/decisions/" + id + "/reward";
            assertThat(server.post(reward, "{\"value\":1,\"id\":\"r\"}")
                            .json()
                            .get("outcome")
                            .asText())
                    .isEqualTo("counted");
            assertThat(server.post(reward, "{\"value\":1,\"id\":\"r\"}")
                            .json()
                            .get("outcome")
                            .asText())
                    .isEqualTo("duplicate");
            assertThat(server.post(reward, "{\"value\":0,\"id\":\"s\"}")
                            .json()
                            .get("outcome")
                            .asText())
                    .isEqualTo("not-first");
            String other = server.decide("x");
            awaitEndOfWindow(server, other);
            assertThat(server.post("/v1/decisions/" + other + "/reward", "{\"value\":1}")
                            .expect(410)
                            .kind())
                    .isEqualTo("late-reward");
            JsonNode outcomes = server.post(
                            "/v1/rewards",
                            "{\"rewards\":[{\"decision\":\"" + other
                                    + "\",\"value\":1},{\"decision\":\"x\",\"value\":1}]}")
                    .expect(200)
                    .json();
            assertThat(outcomes.toString()).isEqualTo("{\"outcomes\":[\"late\",\"unknown\"]}");
            JsonNode record = server.get("/v1/decisions/" + id).expect(200).json();
            assertThat(record.get("state").asText()).isEqualTo("learnt");
            assertThat(record.at("/end/learnt").asDouble()).isEqualTo(1);
            assertThat(record.at("/rewards/0/id").asText()).isEqualTo("r");
            String metrics = server.get("/metrics").expect(200).text();
            assertThat(metrics)
                    .contains("attune_rewards_total{outcome=\"late\"} 2.0")
                    .contains("attune_rewards_total{outcome=\"unknown\"} 1.0")
                    .contains("attune_rewards_total{outcome=\"counted\"} 1.0")
                    .contains("attune_decisions_total 2.0")
                    .contains("attune_fsync_seconds_count");
        }
    }

    private static void awaitEndOfWindow(TestServer server, String decision) throws InterruptedException {
        String address = "/v1/decisions/" + decision;
        for (int i = 0; i < 1000; i++) {
            if (!server.get(address).expect(200).json().get("state").asText().equals("waiting")) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("the window of " + decision + " does not end");
    }

    @Test
    void aForgedOrAlteredIdIsUnknown() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            String id = server.decide("x");
            for (int i = 0; i < id.length(); i++) {
                String altered = id.substring(0, i) + (id.charAt(i) == 'A' ? 'B' : 'A') + id.substring(i + 1);
                server.post("/v1/decisions/" + altered + "/reward", "{\"value\":1}")
                        .expect(404);
            }
            server.post("/v1/decisions/1/reward", "{\"value\":1}").expect(404);
            server.get("/v1/decisions/" + "A".repeat(48)).expect(404);
            server.get("/v1/decisions/" + "A".repeat(48) + "/explanation").expect(404);
            assertThat(server.get("/v1/decisions/" + id).json().get("rewards")).isEmpty();
        }
    }

    @Test
    void aCatalogueServesRequestsUntilItsArmsRetire() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.post("/v1/bandits", "{\"name\":\"x\",\"arms\":[\"a\",{\"id\":\"b/c\",\"features\":{\"p\":1}}]}")
                    .expect(201);
            String decisions = "/v1/bandits/x/decisions";
            server.post(decisions, "{}").expect(200);
            server.post(decisions, "{\"catalogue\":1,\"armIds\":[\"a\"]}").expect(200);
            assertThat(server.post(decisions, "{\"catalogue\":2}").expect(409).kind())
                    .isEqualTo("catalogue");
            server.delete("/v1/bandits/x/arms/b%2Fc").expect(204);
            assertThat(server.get("/v1/bandits/x/catalogue").json().get("arms").toString())
                    .isEqualTo("[{\"id\":\"a\",\"features\":{}}]");
            server.put("/v1/bandits/x/catalogue", "{\"arms\":[\"z\"]}").expect(200);
            assertThat(server.post(decisions, "{}").json().get("arm").asText()).isEqualTo("z");
        }
    }

    @Test
    void aPausedBanditRefusesDecisionsAndTakesRewards() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            String id = server.decide("x");
            server.post("/v1/bandits/x/pause", null).expect(204);
            assertThat(server.post("/v1/bandits/x/decisions", "{\"arms\":[\"a\"]}")
                            .expect(409)
                            .kind())
                    .isEqualTo("paused");
            server.post("/v1/decisions/" + id + "/reward", "{\"value\":1}").expect(200);
            server.post("/v1/bandits/x/resume", null).expect(204);
            server.decide("x");
        }
    }

    @Test
    void choicesOfTheCallerAreLearntWithoutADecision() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.post("/v1/bandits", "{\"name\":\"x\",\"learning\":\"at-once\"}")
                    .expect(201);
            JsonNode response = server.post(
                            "/v1/bandits/x/observations",
                            "{\"arms\":[\"a\",\"b\"],\"arm\":\"b\",\"probability\":0.5,\"reward\":1}")
                    .expect(200)
                    .json();
            assertThat(response.get("arm").asText()).isEqualTo("b");
            assertThat(response.get("round").asInt()).isZero();
            assertThat(server.get("/v1/bandits/x").json().at("/state/learnt").asInt())
                    .isEqualTo(1);
            assertThat(server.get("/v1/decisions/" + response.get("decision").asText())
                            .json()
                            .get("byCaller")
                            .asBoolean())
                    .isTrue();
        }
    }

    @Test
    void aPastDecisionIsExplained() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("x");
            String id = server.decide("x");
            JsonNode why = server.get("/v1/decisions/" + id + "/explanation")
                    .expect(200)
                    .json();
            assertThat(why.get("arms")).hasSize(3);
            assertThat(why.get("why").asText()).isNotBlank();
        }
    }

    @Test
    void theListGoesOnWhereItEnded() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            for (String name : new String[] {"a", "b", "c"}) {
                server.create(name);
            }
            JsonNode first = server.get("/v1/bandits?limit=2").expect(200).json();
            assertThat(first.get("bandits").findValuesAsText("name")).containsExactly("a", "b");
            JsonNode rest = server.get(
                            "/v1/bandits?limit=2&after=" + first.get("next").asText())
                    .json();
            assertThat(rest.get("bandits").findValuesAsText("name")).containsExactly("c");
            assertThat(rest.has("next")).isFalse();
            server.get("/v1/bandits?limit=0").expect(400);
            server.get("/v1/bandits?limt=1").expect(400);
        }
    }

    @Test
    void aBatchIsRefusedAsAWholeAndTheEntryIsNamed() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.create("one");
            server.create("two");
            String first = server.decide("one");
            String second = server.decide("two");
            String rewards =
                    "{\"rewards\":[{\"decision\":\"%s\",\"value\":1,\"id\":\"r\"},{\"decision\":\"forged\",\"value\":1},"
                            + "{\"decision\":\"%s\",\"value\":%s}]}";
            TestServer.Answer refused = server.post("/v1/rewards", rewards.formatted(first, second, "7"))
                    .expect(400);
            assertThat(refused.json().get("field").asText()).isEqualTo("rewards[2].value");
            assertThat(server.post("/v1/rewards", rewards.formatted(first, second, "0"))
                            .expect(200)
                            .json()
                            .get("outcomes")
                            .toString())
                    .isEqualTo("[\"counted\",\"unknown\",\"counted\"]");

            String requests = "{\"requests\":[{\"arms\":[\"a\"]},{\"arms\":[\"b\",\"b\"]}]}";
            refused = server.post("/v1/bandits/one/decisions/batch", requests).expect(400);
            assertThat(refused.json().get("field").asText()).startsWith("requests[1].arms");
            assertThat(server.get("/v1/bandits/one")
                            .json()
                            .at("/state/decisions")
                            .asInt())
                    .isEqualTo(1);
        }
    }

    @Test
    void pathsAndMethodsThatThereAreNotAreToldSo() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            assertThat(server.get("/v2/bandits").expect(404).kind()).isEqualTo("not-found");
            assertThat(server.get("/v1/bandits/none").expect(404).kind()).isEqualTo("not-found");
            assertThat(server.get("/v1/bandits/..%2f..%2fetc").expect(404).kind())
                    .isEqualTo("not-found");
            try (RawHttp raw = new RawHttp(server.uri())) {
                assertThat(raw.send(RawHttp.request("GET", "/v1/bandits/%zz", "localhost", "", ""))
                                .readAnswers(1))
                        .startsWith("HTTP/1.1 404 ");
            }
            assertThat(server.delete("/v1/bandits").expect(405).kind()).isEqualTo("method");
            assertThat(server.send("OPTIONS", "/v1/bandits", null).expect(405).kind())
                    .isEqualTo("method");
        }
    }

    @Test
    void whatWasToldIsStillThereAfterARestart() throws IOException {
        String id;
        JsonNode before;
        try (TestServer server = TestServer.start(folder)) {
            server.post("/v1/bandits", "{\"name\":\"x\",\"policy\":\"LinTS\",\"window\":\"1h\",\"seed\":5}")
                    .expect(201);
            id = server.decide("x");
            before = server.get("/v1/bandits/x").json();
        }
        try (TestServer server = TestServer.start(folder)) {
            assertThat(server.get("/v1/bandits/x").json()).isEqualTo(before);
            server.post("/v1/decisions/" + id + "/reward", "{\"value\":1}").expect(200);
        }
    }
}
