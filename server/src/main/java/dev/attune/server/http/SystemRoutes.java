package dev.attune.server.http;

import dev.attune.server.http.Route.Access;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What machines ask about the service itself. Answered at any time, ready or not. */
final class SystemRoutes {
    private static final String OPENAPI = "openapi.json";

    private SystemRoutes() {}

    static List<Route> routes(Readiness readiness, ServiceMetrics metrics) {
        String openApi = resource();
        return List.of(
                get("/healthz", Access.PUBLIC, () -> state("alive")),
                get("/readyz", Access.PUBLIC, () -> {
                    Problem trouble = readiness.trouble();
                    return trouble == null ? state("ready") : trouble.toReply();
                }),
                get("/openapi.json", Access.PUBLIC, () -> Reply.text("application/json", openApi)),
                get(
                        "/metrics",
                        Access.ANY_KEY,
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
