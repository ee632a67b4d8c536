package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The OpenAPI document, to hold answers against. */
final class OpenApi {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode document;
    private final SchemaCheck check;

    OpenApi() {
        try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
            this.document = JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.check = new SchemaCheck(document);
    }

    /** All operations: "POST /v1/bandits" and what the document says of it. */
    Map<String, JsonNode> operations() {
        Map<String, JsonNode> operations = new TreeMap<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    if (!method.getKey().equals("parameters")) {
                        operations.put(
                                method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), method.getValue());
                    }
                }));
        return operations;
    }

    SchemaCheck check() {
        return check;
    }

    /** Fails unless the document foresees this answer. */
    void requireForeseen(String method, String path, int status, String type, String body) {
        JsonNode operation = operation(method, path);
        if (operation == null) { // a path or method that the document does not know
            assertThat(status).as(method + " " + path).isBetween(400, 599);
            requireProblem(status, type, body);
            return;
        }
        JsonNode responses = operation.get("responses");
        JsonNode response = check.resolved(
                responses.has(Integer.toString(status))
                        ? responses.get(Integer.toString(status))
                        : responses.get("default"));
        if (status >= 400) {
            requireProblem(status, type, body);
        }
        assertThat(status < 400 && !responses.has(Integer.toString(status)))
                .as("%s %s answers %d, which the document does not foresee", method, path, status)
                .isFalse();
        if (!response.has("content")) {
            assertThat(body).isEmpty();
            return;
        }
        String bare = type.replaceAll(";.*", "");
        assertThat(response.get("content").has(bare))
                .as("content type %s of %s %s", type, method, path)
                .isTrue();
        if (bare.endsWith("json")) {
            assertThat(check.complaints(
                            parse(body), response.get("content").get(bare).get("schema")))
                    .as("%s %s answers %d: %s", method, path, status, body)
                    .isEmpty();
        }
    }

    private void requireProblem(int status, String type, String body) {
        assertThat(type).isEqualTo("application/problem+json");
        JsonNode problem = parse(body);
        assertThat(check.complaints(problem, document.at("/components/schemas/HttpProblem")))
                .isEmpty();
        assertThat(problem.get("status").asInt()).isEqualTo(status);
    }

    private JsonNode operation(String method, String path) {
        List<String> segments = Router.segments(path.replaceAll("\\?.*", ""));
        JsonNode found = null;
        for (Map.Entry<String, JsonNode> operation : operations().entrySet()) {
            List<String> parts = List.of(operation.getKey().split(" ", 2));
            if (parts.get(0).equals(method) && fits(Router.segments(parts.get(1)), segments)) {
                found = operation.getValue();
            }
        }
        return found;
    }

    private static boolean fits(List<String> template, List<String> segments) {
        boolean fits = template.size() == segments.size();
        for (int i = 0; fits && i < template.size(); i++) {
            fits = template.get(i).startsWith("{") || template.get(i).equals(segments.get(i));
        }
        return fits;
    }

    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + text, e);
        }
    }
}
