package dev.attune.server.http;

import java.util.ArrayList;
import java.util.List;

/** All that can be asked; the OpenAPI document lists the same. */
final class Routes {
    private Routes() {}

    static List<Route> all(Readiness readiness, ServiceMetrics metrics) {
        List<Route> routes = new ArrayList<>(DecisionRoutes.routes()); // the busiest first
        routes.addAll(RewardRoutes.routes(metrics));
        routes.addAll(BanditRoutes.routes());
        routes.addAll(SystemRoutes.routes(readiness, metrics));
        return List.copyOf(routes);
    }
}
