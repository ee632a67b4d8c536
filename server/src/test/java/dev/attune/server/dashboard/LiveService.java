package dev.attune.server.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attune.math.RoundRandom;
import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A service with visitors: bandits are made and played over HTTP, as any caller would. */
final class LiveService implements AutoCloseable {
    /** An arm whose id is markup. */
    static final String IMAGE = "<img src=x onerror=alert(1)>";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int AT_ONCE = 50;

    private final HttpClient client = HttpClient.newHttpClient();
    private final AttuneServer server;
    private int visitor;
    private String key = "";

    private LiveService(AttuneServer server) {
        this.server = server;
    }

    static LiveService start(Path folder) throws IOException {
        return start(ServerOptions.of(folder, 0));
    }

    static LiveService start(ServerOptions options) throws IOException {
        AttuneServer server = AttuneServer.start(options.withWarmup(false), ServerListener.NONE);
        server.awaitReady();
        return new LiveService(server);
    }

    /** Uses a key from now on. */
    void as(String other) {
        key = other;
    }

    String address() {
        return server.uri().toString();
    }

    /** Makes a bandit; more is text such as {@code "tuner":"CDT"}. */
    void create(String name, String more) throws IOException, InterruptedException {
        post("/v1/bandits", definition(name, more));
    }

    /** Makes many bandits, some at once. */
    void createMany(String prefix, int count) {
        List<CompletableFuture<?>> waiting = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            HttpRequest request = request("/v1/bandits", definition(prefix + i, "\"encoder\":{\"dimension\":4}"));
            waiting.add(client.sendAsync(request, BodyHandlers.discarding()));
            if (waiting.size() == AT_ONCE) {
                waiting.forEach(CompletableFuture::join);
                waiting.clear();
            }
        }
        waiting.forEach(CompletableFuture::join);
    }

    private static String definition(String name, String more) {
        return "{\"name\":\"" + name + "\",\"learning\":\"at-once\"" + (more.isEmpty() ? "" : "," + more) + "}";
    }

    /**
     * Plays rounds: a third of the arms pays often, the others seldom.
     *
     * @return the id of the last decision
     */
    String play(String bandit, int rounds, List<String> arms) throws IOException, InterruptedException {
        return play(bandit, rounds, arms, true);
    }

    /** Plays rounds in which every reward is 0. */
    void playUnrewarded(String bandit, int rounds, List<String> arms) throws IOException, InterruptedException {
        play(bandit, rounds, arms, false);
    }

    private String play(String bandit, int rounds, List<String> arms, boolean paying)
            throws IOException, InterruptedException {
        ObjectNode batch = JSON.createObjectNode();
        ArrayNode requests = batch.putArray("requests");
        for (int i = 0; i < rounds; i++) {
            ObjectNode request = requests.addObject();
            ObjectNode context = request.putObject("context");
            context.put("country", visitor % 3 == 0 ? "DE" : "FR");
            context.put(IMAGE, visitor % 2);
            ArrayNode offered = request.putArray("arms");
            for (String arm : arms) {
                ObjectNode each = offered.addObject();
                each.put("id", arm);
                each.putObject("features").put("length", arm.length() / 10.0).put("<b>bold</b>", true);
            }
            visitor++;
        }
        JsonNode decisions = post("/v1/bandits/" + bandit + "/decisions/batch", batch.toString())
                .get("decisions");
        ObjectNode body = JSON.createObjectNode();
        ArrayNode rewards = body.putArray("rewards");
        String last = "";
        for (int i = 0; i < decisions.size(); i++) {
            JsonNode decision = decisions.get(i);
            last = decision.get("decision").asText();
            int place = arms.indexOf(decision.get("arm").asText());
            boolean pays = place % 3 == 0 ? i % 4 != 0 : i % 7 == 0;
            rewards.addObject().put("decision", last).put("value", pays && paying ? 1 : 0);
        }
        post("/v1/rewards", body.toString());
        return last;
    }

    /**
     * Plays visits of readers with words, many of which are rare: an arm pays if the visit has words of its topic.
     *
     * @param rounds at most 1,000
     */
    void playWords(String bandit, int rounds, List<String> arms) throws IOException, InterruptedException {
        ObjectNode batch = JSON.createObjectNode();
        ArrayNode requests = batch.putArray("requests");
        int[] topics = new int[rounds];
        for (int i = 0; i < rounds; i++) {
            RoundRandom random = new RoundRandom(3, visitor++);
            topics[i] = random.nextInt(arms.size());
            ObjectNode request = requests.addObject();
            ArrayNode words = request.putObject("context").putArray("words");
            for (int k = 0; k < 4; k++) {
                words.add(arms.get(topics[i]) + "-word-" + random.nextInt(5));
            }
            for (int k = 0; k < 6; k++) {
                words.add("rare-" + random.nextInt(5_000));
            }
            arms.forEach(request.putArray("arms")::add);
        }
        JsonNode decisions = post("/v1/bandits/" + bandit + "/decisions/batch", batch.toString())
                .get("decisions");
        ObjectNode body = JSON.createObjectNode();
        ArrayNode rewards = body.putArray("rewards");
        for (int i = 0; i < decisions.size(); i++) {
            boolean right = decisions.get(i).get("arm").asText().equals(arms.get(topics[i]));
            double luck = new RoundRandom(4, visitor + i).nextDouble();
            rewards.addObject()
                    .put("decision", decisions.get(i).get("decision").asText())
                    .put("value", luck < (right ? 0.7 : 0.05) ? 1 : 0);
        }
        post("/v1/rewards", body.toString());
    }

    private HttpRequest request(String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address() + path));
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        return request.header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private JsonNode post(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request(path, body), BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException(path + " answered " + response.statusCode() + ": " + response.body());
        }
        return JSON.readTree(response.body());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
