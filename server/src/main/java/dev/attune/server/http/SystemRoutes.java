package dev.attune.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.api.PolicyProvider;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.Catalog;
import dev.attune.server.http.Route.Access;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Health, metrics, the OpenAPI document, and the algorithms. */
final class SystemRoutes {
    private static final String OPENAPI = "openapi.json";

    private SystemRoutes() {}

    static List<Route> routes(Readiness readiness, ServiceMetrics metrics) {
        String openApi = resource();
        return List.of(
                get("/healthz", Access.PUBLIC, () -> {
                    HttpProblem death = readiness.death();
                    return death == null ? state("alive") : death.toReply();
                }),
                get("/readyz", Access.PUBLIC, () -> {
                    HttpProblem trouble = readiness.trouble();
                    return trouble == null ? state("ready") : trouble.toReply();
                }),
                new Route(
                        HttpMethod.GET,
                        "/v1/algorithms",
                        Access.DECIDE,
                        false,
                        call -> CompletableFuture.completedFuture(algorithms())),
                get("/openapi.json", Access.PUBLIC, () -> Reply.text("application/json", openApi)),
                get(
                        "/metrics",
                        Access.METRICS,
                        () -> Reply.text("text/plain; version=0.0.4; charset=utf-8", metrics.scrape())));
    }

    private interface Answer {
        Reply get();
    }

    private static Route get(String path, Access access, Answer answer) {
        return new Route(HttpMethod.GET, path, access, false, call -> completed(answer));
    }

    private static CompletionStage<Reply> completed(Answer answer) {
        return CompletableFuture.completedFuture(answer.get());
    }

    private static Reply state(String word) {
        return Reply.json(200, out -> {
            out.writeStartObject();
            out.writeStringField("status", word);
            out.writeEndObject();
        });
    }

    /** Returns the policies and tuners that a bandit can have. */
    private static Reply algorithms() {
        return Reply.json(200, out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("policies");
            for (PolicyProvider policy : Catalog.policies()) {
                write(policy.name(), policy.summary(), out);
            }
            out.writeEndArray();
            out.writeArrayFieldStart("tuners");
            for (TunerProvider tuner : Catalog.tuners()) {
                write(tuner.name(), tuner.summary(), out);
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static void write(String name, String summary, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", name);
        out.writeStringField("summary", summary);
        out.writeEndObject();
    }

    private static String resource() {
        try (InputStream in = SystemRoutes.class.getResourceAsStream(OPENAPI)) {
            if (in == null) {
                throw new IOException(OPENAPI + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
