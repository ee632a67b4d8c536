package dev.attune.server.http;

import io.vertx.core.http.HttpMethod;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the route of a request by trying them in order. HEAD is answered as GET, without the body. */
final class Router {
    private final List<Route> routes;
    private final List<List<String>> templates;

    Router(List<Route> routes) {
        this.routes = List.copyOf(routes);
        this.templates =
                routes.stream().map(route -> segments(route.template())).toList();
    }

    /** Returns all resources, as in the OpenAPI document. */
    static List<Route> resources(Readiness readiness, ServiceMetrics metrics, boolean keysNeeded) {
        return Stream.of(
                        DecisionRoutes.routes(), // the most frequent first
                        RewardRoutes.routes(metrics),
                        BanditRoutes.routes(),
                        StatisticsRoutes.routes(keysNeeded),
                        SystemRoutes.routes(readiness, metrics))
                .flatMap(List::stream)
                .toList();
    }

    /** A route and the variables of the path, in order. */
    record Match(Route route, List<String> variables) {}

    /**
     * Returns the route of a request.
     *
     * @throws HttpProblem if there is none
     */
    Match match(HttpMethod method, String path) {
        List<String> segments = segments(path);
        TreeSet<String> allowed = new TreeSet<>();
        for (int i = 0; i < routes.size(); i++) {
            if (fits(templates.get(i), segments)) {
                Route route = routes.get(i);
                if (route.method().equals(method)
                        || (method.equals(HttpMethod.HEAD) && route.method().equals(HttpMethod.GET))) {
                    return new Match(route, variables(templates.get(i), segments));
                }
                allowed.add(route.method().name());
            }
        }
        if (allowed.isEmpty()) {
            throw HttpProblem.of(ProblemKind.NOT_FOUND, "there is no such resource; see /openapi.json");
        }
        if (allowed.contains(HttpMethod.GET.name())) {
            allowed.add(HttpMethod.HEAD.name());
        }
        throw HttpProblem.method(String.join(", ", allowed));
    }

    private static boolean fits(List<String> template, List<String> segments) {
        if (template.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < template.size(); i++) {
            if (!isVariable(template.get(i)) && !template.get(i).equals(segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static List<String> variables(List<String> template, List<String> segments) {
        List<String> variables = new ArrayList<>(2);
        for (int i = 0; i < template.size(); i++) {
            if (isVariable(template.get(i))) {
                variables.add(decoded(segments.get(i))
                        .orElseThrow(() -> HttpProblem.of(ProblemKind.NOT_FOUND, "the path is not well-formed")));
            }
        }
        return variables;
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{");
    }

    /** Returns the segments of a path, still encoded: %2F is no separator. */
    static List<String> segments(String path) {
        List<String> segments = new ArrayList<>(6);
        int from = 1;
        for (int to = path.indexOf('/', 1); to >= 0; to = path.indexOf('/', from)) {
            segments.add(path.substring(from, to));
            from = to + 1;
        }
        segments.add(from <= path.length() ? path.substring(from) : "");
        return segments;
    }

    /** Returns a segment decoded; empty if its encoding is invalid. */
    static Optional<String> decoded(String segment) {
        if (segment.indexOf('%') < 0) {
            return Optional.of(segment);
        }
        try {
            String text = URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8); // + is no space here
            return text.indexOf('\ufffd') >= 0 ? Optional.empty() : Optional.of(text);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
