package dev.attune.server.http;

import java.util.ArrayList;
import java.util.List;

/** All that can be asked; the OpenAPI document lists the same. */
final class Routes {
    private Routes() {}

    static List<Route> all(Readiness readiness, ServiceMetrics metrics, ServiceFacts facts) {
        List<Route> routes = new ArrayList<>(DecisionRoutes.routes()); // the busiest first
        routes.addAll(RewardRoutes.routes(metrics));
        routes.addAll(BanditRoutes.routes());
        routes.addAll(StatisticsRoutes.routes(facts));
        routes.addAll(SystemRoutes.routes(readiness, metrics));
        return List.copyOf(routes);
    }

    /** The same and the files of the dashboard, which are for browsers. */
    static List<Route> withPages(Readiness readiness, ServiceMetrics metrics, ServiceFacts facts) {
        List<Route> routes = new ArrayList<>(all(readiness, metrics, facts));
        routes.addAll(PageRoutes.routes());
        return List.copyOf(routes);
    }
}
