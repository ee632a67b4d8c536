package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attune.testkit.RestartingPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenApiTest {
    private final OpenApi document = new OpenApi();

    @TempDir
    Path folder;

    @Test
    void theDocumentListsEveryRouteAndNoOther() {
        List<String> routes = Router.resources(new Readiness(), new ServiceMetrics(false), false).stream()
                .map(route -> route.method() + " " + route.template())
                .sorted()
                .toList();

        assertThat(document.operations().keySet()).containsExactlyElementsOf(new TreeSet<>(routes));
    }

    @Test
    void theDocumentNamesTheScopeThatEachRouteNeedsAndWhetherItHasABody() {
        for (Route route : Router.resources(new Readiness(), new ServiceMetrics(false), false)) {
            JsonNode operation = document.operations().get(route.method() + " " + route.template());
            JsonNode security = operation.get("security");

            assertThat(security.isEmpty())
                    .as(route.template())
                    .isEqualTo(route.access().scope() == null);
            assertThat(operation.has("requestBody")).as(route.template()).isEqualTo(route.body());
            if (route.access().scope() != null) {
                assertThat(security.at("/0/key/0").asText())
                        .as(route.template())
                        .isEqualToIgnoringCase(route.access().scope().name());
            }
        }
    }

    @Test
    void everyExampleFitsItsSchemaAndIsAnsweredWithTheStatusThatItPromises() throws IOException {
        int sent = 0;
        Evaluations.Result evaluated = new Evaluations.Result("", List.of(), List.of(), "");
        try (TestServer server =
                TestServer.start(folder, options -> options.withEvaluator((bandit, progress) -> evaluated))) {
            for (Map.Entry<String, JsonNode> operation : document.operations().entrySet()) {
                JsonNode content = operation.getValue().at("/requestBody/content/application~1json");
                for (Map.Entry<String, JsonNode> example :
                        content.path("examples").properties()) {
                    send(server, operation.getKey(), operation.getValue(), content.get("schema"), example);
                    sent++;
                }
                if (content.isMissingNode() && !isStream(operation.getValue())) {
                    answer(server, operation.getKey(), null).expect(promised(operation.getValue(), ""));
                    sent++;
                }
            }
        }
        assertThat(sent).isGreaterThan(30);
    }

    @Test
    void everyAnswerWithTextHasAnExampleAndThoseInJsonFitTheirSchemas() {
        List<String> without = new ArrayList<>();
        document.operations().forEach((name, operation) -> {
            JsonNode response = operation.at("/responses/" + promised(operation, "") + "/content");
            response.properties().forEach(content -> {
                JsonNode example = content.getValue().path("example");
                if (example.isMissingNode()) {
                    without.add(name);
                } else if (content.getKey().equals("application/json")) {
                    assertThat(document.check()
                                    .complaints(example, content.getValue().get("schema")))
                            .as(name)
                            .isEmpty();
                }
            });
        });
        assertThat(without).containsExactly("GET /v1/bandits/{name}/model.bin"); // no text
    }

    /** A stream has no end that one could wait for. */
    private static boolean isStream(JsonNode operation) {
        return operation.at("/responses/200/content").has("text/event-stream");
    }

    private void send(
            TestServer server, String name, JsonNode operation, JsonNode schema, Map.Entry<String, JsonNode> example) {
        JsonNode value = example.getValue().get("value");
        int status = promised(operation, example.getKey());
        if (status < 300) {
            assertThat(document.check().complaints(value, schema))
                    .as(example.getKey())
                    .isEmpty();
        }
        answer(server, name, value.toString()).expect(status);
    }

    /**
     * Sends a request to a service that has one bandit with a catalogue and a decision, or with an alarm, except
     * where the request makes it.
     */
    private static TestServer.Answer answer(TestServer server, String operation, String body) {
        server.delete("/v1/bandits/front-page");
        String decision = "";
        if (!operation.equals("POST /v1/bandits")) {
            server.post("/v1/bandits", "{\"name\":\"front-page\",\"arms\":[\"a\",\"b\",\"c\"]}")
                    .expect(201);
            decision = server.decide("front-page");
        }
        boolean alarm = operation.contains("/alarms/");
        if (alarm) {
            alarm(server);
        }
        String[] parts = operation.split(" ", 2);
        String path = parts[1].replace("{name}", "front-page")
                .replace("{decision}", decision)
                .replace("{id}", alarm ? "1" : "a");
        return server.send(parts[0], path, body);
    }

    /** Makes another bandit of that name, whose model was replaced. */
    private static void alarm(TestServer server) {
        server.delete("/v1/bandits/front-page");
        server.post(
                        "/v1/bandits",
                        "{\"name\":\"front-page\",\"policy\":\"" + RestartingPolicy.NAME
                                + "\",\"learning\":\"at-once\",\"arms\":[\"a\",\"b\",\"c\"]}")
                .expect(201);
        for (int i = 0; i < RestartingPolicy.PERIOD; i++) {
            server.post("/v1/decisions/" + server.decide("front-page") + "/reward", "{\"value\":1}")
                    .expect(200);
        }
    }

    /** An example whose name begins with a status promises that one; others promise success. */
    private static int promised(JsonNode operation, String example) {
        if (example.matches("[45]\\d\\d .*")) {
            return Integer.parseInt(example.substring(0, 3));
        }
        List<String> statuses = new ArrayList<>();
        operation.get("responses").fieldNames().forEachRemaining(statuses::add);
        return Integer.parseInt(
                statuses.stream().filter(s -> s.startsWith("2")).findFirst().orElseThrow());
    }
}
