package dev.attune.server.http;

import java.util.ArrayList;
import java.util.List;

/** All resources, as in the OpenAPI document. */
final class Routes {
    private Routes() {}

    static List<Route> all(Readiness readiness, ServiceMetrics metrics, ServiceInfo info) {
        List<Route> routes = new ArrayList<>(DecisionRoutes.routes()); // the most frequent first
        routes.addAll(RewardRoutes.routes(metrics));
        routes.addAll(BanditRoutes.routes());
        routes.addAll(StatisticsRoutes.routes(info));
        routes.addAll(SystemRoutes.routes(readiness, metrics));
        return List.copyOf(routes);
    }

    /** Returns all resources and the files of the dashboard. */
    static List<Route> withPages(Readiness readiness, ServiceMetrics metrics, ServiceInfo info) {
        List<Route> routes = new ArrayList<>(all(readiness, metrics, info));
        routes.addAll(PageRoutes.routes());
        return List.copyOf(routes);
    }
}
