package dev.attune.server.http;

import dev.attune.catalog.Catalog;
import dev.attune.server.http.Route.Access;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Health, metrics, the OpenAPI document, and the algorithms. */
final class SystemRoutes {
    private static final String OPENAPI = "/dev/attune/server/http/openapi.json";

    private SystemRoutes() {}

    static List<Route> routes(Readiness readiness, ServiceMetrics metrics) {
        Reply openApi = Reply.of("application/json", PageRoutes.bytes(OPENAPI));
        return List.of(
                get("/healthz", Access.PUBLIC, () -> state(readiness.death(), "alive")),
                get("/readyz", Access.PUBLIC, () -> state(readiness.trouble(), "ready")),
                get("/v1/algorithms", Access.DECIDE, () -> Reply.json(Algorithms.all())),
                get("/openapi.json", Access.PUBLIC, () -> openApi),
                get(
                        "/metrics",
                        Access.METRICS,
                        () -> Reply.of(
                                "text/plain; version=0.0.4; charset=utf-8",
                                metrics.scrape().getBytes(StandardCharsets.UTF_8))));
    }

    private static Route get(String path, Access access, Supplier<Reply> answer) {
        return Route.get(path, access, call -> CompletableFuture.completedFuture(answer.get()));
    }

    private static Reply state(@Nullable HttpProblem problem, String otherwise) {
        return problem == null ? Reply.json(Map.of("status", otherwise)) : problem.toReply();
    }

    private record Algorithm(String name, String summary) {}

    /** The policies and tuners that a bandit can have. */
    private record Algorithms(List<Algorithm> policies, List<Algorithm> tuners) {
        static Algorithms all() {
            return new Algorithms(
                    Catalog.policies().stream()
                            .map(policy -> new Algorithm(policy.name(), policy.summary()))
                            .toList(),
                    Catalog.tuners().stream()
                            .map(tuner -> new Algorithm(tuner.name(), tuner.summary()))
                            .toList());
        }
    }
}
