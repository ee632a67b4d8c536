package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.Change;
import dev.attune.live.LiveBandit;
import dev.attune.live.json.JsonLimits;
import dev.attune.server.follow.TestStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that decides by the models of a stream, over HTTP. Every answer is held against the OpenAPI document. */
class FollowingTest {
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

    private JsonNode sent(int place) {
        return OpenApi.parse(stream.sent().get(place).json());
    }

    @Test
    void aDecisionIsMadeHereAndToldToTheStreamWithItsProbability() {
        JsonNode response = service.post(DECISIONS, "{\"id\":\"c-17\",\"context\":{\"country\":\"DE\"}}")
                .expect(200)
                .json();

        String decision = response.get("decision").asText();
        assertThat(decision).startsWith("movies@c-17.");
        assertThat(stream.sent()).hasSize(1);
        assertThat(stream.sent().get(0).key()).isEqualTo("movies");
        assertThat(sent(0).get("version").asInt()).isEqualTo(1);
        JsonNode observe = sent(0).get("observe");
        assertThat("movies@" + observe.get("id").asText()).isEqualTo(decision);
        assertThat(observe.at("/context/country").asText()).isEqualTo("DE");
        assertThat(observe.get("catalogue").asInt()).isEqualTo(1);
        assertThat(observe.get("arm")).isEqualTo(response.get("arm"));
        assertThat(observe.get("probability")).isEqualTo(response.get("probability"));
    }

    @Test
    void armsThatCameWithTheRequestGoToTheStreamToo() {
        service.post(DECISIONS, "{\"arms\":[{\"id\":\"x\",\"features\":{\"price\":2}},\"y\"]}")
                .expect(200);

        JsonNode observe = sent(0).get("observe");
        assertThat(observe.at("/arms/0/features/price").asDouble()).isEqualTo(2);
        assertThat(observe.at("/arms/1/id").asText()).isEqualTo("y");
        assertThat(observe.has("catalogue")).isFalse();
        assertThat(observe.get("id").asText()).hasSizeGreaterThan(20);
    }

    @Test
    void aRepeatedIdGetsTheSameAnswerAlsoAcrossModelsAndIsSentOnce() {
        String first = service.post(DECISIONS, "{\"id\":\"one\"}")
                .expect(200)
                .json()
                .get("arm")
                .asText();
        for (int i = 0; i < 20; i++) {
            stream.publish("movies", TestStream.bandit("", 3 * i));
            JsonNode again =
                    service.post(DECISIONS, "{\"id\":\"one\"}").expect(200).json();
            assertThat(again.get("arm").asText()).isEqualTo(first);
            assertThat(again.get("repeated").asBoolean()).isTrue();
        }
        assertThat(stream.sent()).hasSize(1);
        assertThat(service.post("/v1/bandits/movies/observations", "{\"id\":\"one\",\"arm\":\"a\"}")
                        .expect(409)
                        .kind())
                .isEqualTo("conflict");
    }

    @Test
    void aRequestRepeatedAtAnotherServiceIsADecisionOfItsOwnIfItsArmDiffers() throws IOException {
        stream.publish("movies", TestStream.bandit(",\"floor\":1", 30)); // every decision is a random draw
        TestStream same = new TestStream();
        same.before("movies", TestStream.bandit(",\"floor\":1", 30));
        Set<Boolean> seen = new HashSet<>();
        try (TestServer other =
                TestServer.start(folder.resolve("other"), options -> options.withFollowing(same.following()))) {
            for (int i = 0; i < 100; i++) { // all arms agree, or all differ, with probability below 1e-17
                String request = "{\"id\":\"c-" + i + "\"}";
                JsonNode first = service.post(DECISIONS, request).expect(200).json();
                JsonNode second = other.post(DECISIONS, request).expect(200).json();
                boolean agree = first.get("arm").equals(second.get("arm"));
                assertThat(first.get("decision").equals(second.get("decision"))).isEqualTo(agree);
                seen.add(agree);
            }
        }
        assertThat(seen).hasSize(2);
    }

    @Test
    void anIdThatTheStreamWouldRejectIsRejectedHere() {
        String longest = "x".repeat(190);
        service.post(DECISIONS, "{\"id\":\"" + longest + "\"}").expect(200);
        new RecordCodec(JsonLimits.DEFAULT)
                .readRequest(stream.sent().get(0).json().getBytes(StandardCharsets.UTF_8)); // as the job reads it
        TestServer.Answer refused =
                service.post(DECISIONS, "{\"id\":\"" + longest + "x\"}").expect(400);
        assertThat(refused.field()).isEqualTo("id");
    }

    @Test
    void aBatchIsMetAllOrNoneAndARefusalNamesItsEntry() {
        TestServer.Answer refused = service.post(
                        DECISIONS + "/batch", "{\"requests\":[{\"id\":\"p\"},{\"id\":\"p\"},{\"armIds\":[\"zebra\"]}]}")
                .expect(400);
        assertThat(refused.field()).isEqualTo("requests[2].armIds[0]");
        assertThat(stream.sent()).isEmpty();

        JsonNode response = service.post(DECISIONS + "/batch", "{\"requests\":[{\"id\":\"p\"},{\"id\":\"p\"},{}]}")
                .expect(200)
                .json()
                .get("decisions");
        assertThat(response.get(1).get("decision")).isEqualTo(response.get(0).get("decision"));
        assertThat(response.get(1).get("repeated").asBoolean()).isTrue();
        assertThat(stream.sent()).hasSize(2);
    }

    @Test
    void aNewModelIsInForceAndNoDrawIsRepeated() {
        LiveBandit random = TestStream.bandit(",\"floor\":1", 30); // every decision is a random draw
        Set<String> runs = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            stream.publish("movies", random); // the same model again: only the draws can differ
            StringBuilder run = new StringBuilder();
            for (int k = 0; k < 30; k++) {
                run.append(service.post(DECISIONS, "{}")
                        .expect(200)
                        .json()
                        .get("arm")
                        .asText());
            }
            runs.add(run.toString());
        }
        assertThat(runs).hasSize(4); // two runs of 30 draws of 3 arms are equal with probability 3^-30

        stream.publish("movies", TestStream.bandit(",\"rewards\":{\"low\":-5,\"high\":5}", 3));
        assertThat(service.get("/v1/bandits/movies").json().at("/rewards/low").asInt())
                .isEqualTo(-5);
    }

    @Test
    void rewardsAreHandedOnByTheIdOfTheirRequest() {
        String decision = service.post(DECISIONS, "{\"id\":\"c/17 ä\"}")
                .expect(200)
                .json()
                .get("decision")
                .asText();
        stream.sent().clear();

        String sign = decision.substring("movies@c/17 ä".length());
        JsonNode response = service.post(
                        "/v1/decisions/movies@c%2F17%20%C3%A4" + sign + "/reward", "{\"value\":1,\"id\":\"r1\"}")
                .expect(200)
                .json();
        assertThat(decision).startsWith("movies@c/17 ä.");
        assertThat(response.get("outcome").asText()).isEqualTo("sent");
        assertThat(stream.sent().get(0).key()).isEqualTo("movies");
        assertThat(stream.sent().get(0).json())
                .isEqualTo(
                        "{\"version\":1,\"reward\":{\"request\":\"c/17 ä" + sign + "\",\"value\":1.0,\"id\":\"r1\"}}");

        service.post(
                        "/v1/rewards",
                        "{\"rewards\":[{\"decision\":\"movies:42\",\"value\":0},{\"decision\":\"who@x\",\"value\":0}]}")
                .expect(200);
        assertThat(sent(1).at("/reward/decision").asText()).isEqualTo("movies:42");
        assertThat(stream.sent()).hasSize(2);
    }

    @Test
    void whatCanBeNoRewardIsRefusedHere() {
        assertThat(service.post("/v1/decisions/movies@x/reward", "{\"value\":2}")
                        .expect(400)
                        .field())
                .isEqualTo("value");
        assertThat(service.post(
                                "/v1/rewards",
                                "{\"rewards\":[{\"decision\":\"movies@x\",\"value\":1},{\"decision\":\"movies@y\",\"value\":7}]}")
                        .expect(400)
                        .field())
                .isEqualTo("rewards[1].value");
        service.post("/v1/decisions/who@x/reward", "{\"value\":1}").expect(404);
        service.post("/v1/decisions/nonsense/reward", "{\"value\":1}").expect(404);
        assertThat(stream.sent()).isEmpty();
    }

    @Test
    void observationsGoToTheStreamWithTheirRewards() {
        service.post("/v1/bandits/movies/observations", "{\"arm\":\"b\",\"probability\":0.5,\"reward\":1}")
                .expect(200);
        assertThat(sent(0).at("/observe/reward").asInt()).isEqualTo(1);
        assertThat(sent(0).at("/observe/probability").asDouble()).isEqualTo(0.5);
        service.post("/v1/bandits/movies/observations", "{\"arm\":\"b\",\"reward\":3}")
                .expect(400);
    }

    @Test
    void nothingIsAcknowledgedThatTheStreamDidNotTake() {
        stream.down(true, true); // it arrives, but nobody can know
        TestServer.Answer lost = service.post(DECISIONS, "{\"id\":\"q\"}").expect(503);
        assertThat(lost.kind()).isEqualTo("unsent");
        assertThat(lost.header("Retry-After")).isEqualTo("1");
        service.post("/v1/decisions/movies@q/reward", "{\"value\":1}").expect(503);
        String arrived = sent(0).at("/observe/arm").asText();

        stream.down(false, false);
        stream.publish("movies", TestStream.bandit("", 6));
        JsonNode again = service.post(DECISIONS, "{\"id\":\"q\"}").expect(200).json();
        assertThat(again.get("arm").asText())
                .isEqualTo(arrived); // or the stream would learn another arm than the caller showed
    }

    @Test
    void segmentsAreBanditsOfTheirOwn() {
        stream.publish("movies~de", TestStream.bandit("", 3));
        JsonNode response = service.post("/v1/bandits/movies~de/decisions", "{\"id\":\"1\"}")
                .expect(200)
                .json();
        String decision = response.get("decision").asText();
        assertThat(decision).startsWith("movies~de@1.");
        service.post("/v1/decisions/" + decision + "/reward", "{\"value\":1}").expect(200);
        assertThat(stream.sent()).extracting(TestStream.Sent::key).containsOnly("movies~de");
        assertThat(service.get("/v1/bandits").json().get("bandits")).hasSize(2);
        service.get("/v1/bandits/movies~/statistics").expect(404);
        service.get("/v1/bandits/movies~fr").expect(404);
    }

    @Test
    void aBanditThatIsDefinedButHasNoModelYetBeginsHere() {
        stream.define("news~fr", TestStream.bandit("", 0));
        service.post("/v1/bandits/news~fr/decisions", "{}").expect(200);
        assertThat(stream.sent().get(0).key()).isEqualTo("news~fr");

        stream.publish("news~de", TestStream.bandit("", 3));
        stream.undefine("news~fr");
        stream.undefine("news"); // or was it the definition before? Only the model's own tombstone tells
        service.get("/v1/bandits/news~fr").expect(404);
        service.get("/v1/bandits/news~de").expect(200);
    }

    @Test
    void aPausedBanditRefusesAndADeletedOneIsGone() {
        LiveBandit paused = TestStream.bandit("", 3);
        paused.change(Change.pause("me"), 5_000, (event, time) -> 0);
        stream.publish("movies", paused);
        assertThat(service.post(DECISIONS, "{}").expect(409).kind()).isEqualTo("paused");

        stream.delete("movies");
        service.post(DECISIONS, "{}").expect(404);
        service.get("/v1/bandits/movies").expect(404);
    }

    @Test
    void aModelThatCannotBeReadLeavesTheOneBefore() {
        stream.publish("movies", new byte[] {1, 2, 3});
        service.post(DECISIONS, "{}").expect(200);
        assertThat(service.warnings).singleElement().asString().contains("movies", "cannot be read");
    }

    @Test
    void manyDecisionsWithoutANewModelDoNotPileUp() {
        String batch = "{\"requests\":[" + "{},".repeat(999) + "{}]}";
        for (int i = 0; i < 5; i++) {
            service.post(DECISIONS + "/batch", batch).expect(200);
        }
        assertThat(stream.sent()).hasSize(5_000);
    }
}
