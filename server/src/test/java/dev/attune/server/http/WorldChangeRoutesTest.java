package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attune.live.LiveBandit;
import dev.attune.server.runtime.ServiceException;
import dev.attune.server.runtime.StoredBandits;
import dev.attune.testkit.RestartingPolicy;
import java.io.IOException;
import java.nio.file.Path;
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
                    .containsExactly("news: the world changed: the model was replaced by a younger one; "
                            + RestartingPolicy.PERIOD + " rewards learnt so far");
            assertThat(server.get("/v1/bandits/news/journal.jsonl")
                            .text()
                            .lines()
                            .filter(line -> line.contains("world")))
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
                    .isEqualTo("the world changed: the model was replaced by a younger one after "
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
