package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attune.live.LiveBandit;
import dev.attune.server.runtime.ServiceException;
import dev.attune.server.runtime.StoredBandits;
import dev.attune.testkit.RestartingPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change of the world that a model detects, as callers of the service see it, before and after a restart. */
class WorldChangeRoutesTest {
    private static final int REWARDS = RestartingPolicy.PERIOD + 3;

    @TempDir
    Path folder;

    private static void play(TestServer server, String bandit) {
        String decision = server.post("/v1/bandits/" + bandit + "/decisions", "{\"arms\":[\"a\",\"b\"]}")
                .expect(200)
                .json()
                .get("decision")
                .asText();
        server.post("/v1/decisions/" + decision + "/reward", "{\"value\":1}").expect(200);
    }

    /** Three replacements within 1,000 rewards. */
    @Test
    void anAlarmNeedsAttentionUntilAnOperatorAcknowledgesItAndThatIsAudited() throws IOException {
        try (TestServer server = TestServer.start(folder)) {
            server.post(
                            "/v1/bandits",
                            "{\"name\":\"news\",\"policy\":\"" + RestartingPolicy.NAME + "\",\"learning\":\"at-once\"}")
                    .expect(201);
            for (int i = 0; i < 3 * RestartingPolicy.PERIOD; i++) {
                play(server, "news");
            }
            JsonNode row = row(server, 1);
            assertThat(row.get("health").asText()).isEqualTo("attention");
            JsonNode alarm = row.at("/alarms/0");
            assertThat(alarm.get("kind").asText()).isEqualTo("model-replaced-often");
            assertThat(row.get("attention")).isEqualTo(alarm.get("message"));
            assertThat(alarm.get("action").asText()).isNotEmpty();
            assertThat(alarm.get("attention").asBoolean()).isTrue();
            assertThat(alarm.get("acknowledged").isNull()).isTrue();
            assertThat(server.get("/metrics").text())
                    .contains(
                            "attune_alarms{kind=\"model-replaced-often\"} 1", "attune_alarms{kind=\"rewards-fell\"} 0");

            String alarms = "/v1/bandits/news/alarms/";
            assertThat(server.post(alarms + "99/acknowledge", null).expect(404).text())
                    .contains("there is no alarm 99");
            server.post(alarms + "x/acknowledge", null).expect(404);
            server.post("/v1/bandits/nothing/alarms/1/acknowledge", null).expect(404);
            server.post(alarms + alarm.get("id") + "/acknowledge", null).expect(204);
            server.post(alarms + alarm.get("id") + "/acknowledge", null).expect(204);
            assertThat(row(server, 0).get("health").asText()).isEqualTo("ok");
        }
        try (TestServer server = TestServer.start(folder)) {
            JsonNode changes = server.get("/v1/audit").expect(200).json().get("changes");
            assertThat(changes.findValuesAsText("what")).containsExactly("acknowledged", "created");
            JsonNode alarm =
                    server.get("/v1/bandits/news/statistics").expect(200).json().at("/alarms/0");
            assertThat(changes.at("/0/to").asText()).isEqualTo(alarm.get("id").asText());
            assertThat(alarm.at("/acknowledged/by").asText()).isEqualTo("local");
            assertThat(alarm.at("/acknowledged/time").asLong()).isPositive();
            assertThat(alarm.get("attention").asBoolean()).isFalse();
        }
    }

    /** Returns the line of the only bandit, when it has so many alarms that need attention. */
    private static JsonNode row(TestServer server, int alarms) {
        JsonNode row = server.get("/v1/overview").expect(200).json().at("/bandits/0");
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
                row.get("alarms").size() != alarms && System.nanoTime() < end; ) {
            Thread.onSpinWait();
            row = server.get("/v1/overview").expect(200).json().at("/bandits/0");
        }
        return row;
    }

    @Test
    void itIsInTheStatusTheStatisticsTheModelTheMetricsTheJournalAndTheLog() throws IOException {
        JsonNode status;
        JsonNode model;
        try (TestServer server = TestServer.start(folder)) {
            server.post(
                            "/v1/bandits",
                            "{\"name\":\"news\",\"policy\":\"" + RestartingPolicy.NAME + "\",\"learning\":\"at-once\"}")
                    .expect(201);
            server.post("/v1/bandits", "{\"name\":\"still\",\"learning\":\"at-once\"}")
                    .expect(201);
            for (int i = 0; i < REWARDS; i++) {
                play(server, "news");
                play(server, "still");
            }
            status = server.get("/v1/bandits/news").expect(200).json().get("state");
            assertThat(status.get("changes").asInt()).isEqualTo(1);
            assertThat(status.get("lastChange").asInt()).isEqualTo(RestartingPolicy.PERIOD);
            assertThat(server.get("/v1/bandits/still")
                            .json()
                            .at("/state/changes")
                            .asInt())
                    .isZero();
            model = server.get("/v1/bandits/news/model").expect(200).json().get("explanation");
            assertThat(model.get("changes").asInt()).isEqualTo(1);
            assertThat(model.get("rewards").asInt()).isEqualTo(REWARDS - RestartingPolicy.PERIOD);
            assertThat(model.get("lead").asDouble()).isEqualTo(3.5);
            assertThat(model.get("leadingSince").asInt()).isEqualTo(RestartingPolicy.PERIOD);
            assertThat(model.at("/candidates/2/rejected").asText()).isEqualTo("the world has changed since it started");
            assertThat(server.get("/v1/bandits/still/model")
                            .json()
                            .at("/explanation/changes")
                            .asInt())
                    .isZero();
            assertThat(model.get("bytes").asInt()).isPositive();
            assertThat(server.get("/metrics").expect(200).text()).contains("attune_changes_total 1");
            assertThat(server.infos)
                    .containsExactly(
                            "news: the model was replaced by a younger one, which had predicted the last rewards better; "
                                    + RestartingPolicy.PERIOD + " rewards learnt so far");
            assertThat(server.get("/v1/bandits/news/journal.jsonl")
                            .text()
                            .lines()
                            .filter(line -> line.contains("replaced by a younger")))
                    .singleElement()
                    .asString()
                    .contains("\"event\":\"joined\"", "\"decision\":" + RestartingPolicy.PERIOD, "\"change\":1");
        }
        LiveBandit stopped = StoredBandits.open(folder).load("news");
        assertThat(stopped.counters().changes()).isEqualTo(1);
        try (TestServer server = TestServer.start(folder)) {
            assertThat(StoredBandits.open(folder).names()).containsExactly("news", "still"); // though it is running
            assertThat(StoredBandits.open(folder).load("news").write()).isEqualTo(stopped.write());
            assertThat(server.get("/v1/bandits/news").json().get("state")).isEqualTo(status);
            assertThat(server.get("/v1/bandits/news/model").json().get("explanation"))
                    .isEqualTo(model);
            JsonNode alarm =
                    server.get("/v1/bandits/news/statistics").expect(200).json().at("/alarms/0");
            assertThat(alarm.get("kind").asText()).isEqualTo("model-replaced");
            assertThat(alarm.get("message").asText())
                    .isEqualTo(
                            "the model was replaced by a younger one, which had predicted the last rewards better, after "
                                    + RestartingPolicy.PERIOD + " rewards");
            assertThat(server.infos).isEmpty(); // it was reported when it happened
            server.delete("/v1/bandits/news").expect(204);
            play(server, "still");
            StoredBandits left = StoredBandits.open(folder);
            assertThat(left.names()).containsExactly("still");
            assertThat(left.load("still").counters().learnt()).isEqualTo(REWARDS + 1);
            Assertions.assertThatExceptionOfType(ServiceException.class).isThrownBy(() -> left.load("news"));
        }
    }
}
