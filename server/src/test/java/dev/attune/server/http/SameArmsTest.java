package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An A/A test of the whole service: bandits whose arms are all the same are watched over HTTP while they decide and
 * learn.
 */
@Tag("slow")
class SameArmsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BANDITS = 20;
    private static final int MOST_WRONG = 5;
    private static final String REAL = "real-uplift";
    private static final int BATCHES = 30;
    private static final int BATCH = 30;
    private static final long PATIENCE_SECONDS = 30;

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final SplittableRandom visitors = new SplittableRandom(17);
    private final Map<String, String> verdicts = new HashMap<>(); // the first of each bandit that was not "cannot tell"

    /**
     * A verdict may be wrong for one bandit in twenty, so six or more of twenty bandits have one in fewer than one of
     * 3,000 runs. The interval of 1.96 standard errors
     * that the page had before gave one to 17 of 40 bandits after 500 decisions.
     */
    @Test
    void banditsOfIdenticalArmsAreNotToldToWorkAndARealUpliftIs() throws IOException, InterruptedException {
        try (AttuneServer server =
                AttuneServer.start(ServerOptions.of(folder, 0).withWarmup(false), ServerListener.NONE)) {
            server.awaitReady();
            for (int i = 0; i < BANDITS; i++) {
                create(server, "same-" + i, i % 2 == 0 ? 3 : 6, i % 4 < 2 ? 0.1 : 0.02, i);
            }
            create(server, REAL, 2, 0.2, BANDITS);
            for (int batch = 0; batch < BATCHES; batch++) {
                for (int i = 0; i < BANDITS; i++) {
                    visit(server, "same-" + i);
                }
                visit(server, REAL);
                look(server);
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (look(server) < BATCHES * BATCH
                    && System.nanoTime() < end) { // what is published is half a second old
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        assertThat(verdicts).containsEntry(REAL, "better");
        assertThat(verdicts.size() - 1).as("wrong: %s", verdicts).isLessThanOrEqualTo(MOST_WRONG);
    }

    private void create(AttuneServer server, String name, int arms, double share, long seed)
            throws IOException, InterruptedException {
        ObjectNode bandit = JSON.createObjectNode()
                .put("name", name)
                .put("learning", "at-once")
                .put("floor", share)
                .put("seed", seed);
        bandit.putObject("rewards").put("low", 0).put("high", 1);
        ArrayNode offered = bandit.putArray("arms");
        for (int arm = 0; arm < arms; arm++) {
            offered.addObject().put("id", "arm-" + arm);
        }
        post(server, "/v1/bandits", bandit);
    }

    /**
     * Thirty visitors, one in twenty of whom clicks on any arm; of the bandit with an uplift most click on one arm
     * and few on the other.
     */
    private void visit(AttuneServer server, String name) throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode();
        ArrayNode requests = body.putArray("requests");
        for (int i = 0; i < BATCH; i++) {
            requests.addObject();
        }
        ObjectNode rewards = JSON.createObjectNode();
        ArrayNode values = rewards.putArray("rewards");
        for (JsonNode made :
                post(server, "/v1/bandits/" + name + "/decisions/batch", body).get("decisions")) {
            double rate = name.equals(REAL) ? made.get("arm").asText().equals("arm-1") ? 0.9 : 0.1 : 0.05;
            values.addObject()
                    .put("decision", made.get("decision").asText())
                    .put("value", visitors.nextDouble() < rate ? 1 : 0);
        }
        post(server, "/v1/rewards", rewards);
    }

    /**
     * Notes the verdicts of the overview; returns the number of rewards that the verdict on the last bandit rests on.
     */
    private long look(AttuneServer server) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(server.uri().resolve("/v1/overview")).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        long count = 0;
        for (JsonNode row : JSON.readTree(answer.body()).get("bandits")) {
            String state = row.at("/verdict/state").asText();
            if (!state.equals("cannot-tell")) {
                verdicts.putIfAbsent(row.get("name").asText(), state);
            }
            count = Math.max(
                    count,
                    row.get("name").asText().equals(REAL)
                            ? row.at("/verdict/count").asLong()
                            : 0);
        }
        return count;
    }

    private JsonNode post(AttuneServer server, String path, ObjectNode body) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(server.uri().resolve(path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body.toString()))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isBetween(200, 299);
        return answer.body().isEmpty() ? JSON.nullNode() : JSON.readTree(answer.body());
    }
}
