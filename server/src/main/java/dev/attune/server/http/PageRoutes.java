package dev.attune.server.http;

import dev.attune.server.http.Route.Access;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The files of the dashboard, which need no key because they contain no data. Each is listed here, so no path of a request reaches a file
 * system.
 */
final class PageRoutes {
    /** All files, in the order of their names. */
    static final List<String> FILES = List.of(
            "actions.js",
            "api.js",
            "arm-table.js",
            "base.css",
            "chart.js",
            "colours.js",
            "details.css",
            "dialog.js",
            "dialogs.css",
            "dom.js",
            "echarts.min.js",
            "favicon.svg",
            "following.js",
            "form.js",
            "format.js",
            "index.html",
            "key-dialog.js",
            "main.js",
            "model-panel.js",
            "narrow.css",
            "new-fields.js",
            "overview-table.js",
            "page-audit.js",
            "page-bandit.js",
            "page-decision.js",
            "page-new.js",
            "page-overview.js",
            "pages.css",
            "panels-decisions.js",
            "panels-time.js",
            "parts.css",
            "parts.js",
            "stream.js",
            "theme-boot.js",
            "time-chart.js",
            "tokens.css",
            "tuner-panel.js",
            "tuner-path.js",
            "tuner-weights.js",
            "tuner-zoom.js",
            "zoom-charts.js");

    private static final String FOLDER = "/dev/attune/server/dashboard/";
    private static final String START = "index.html";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    /** Large, and changed only with the version of the service, so browsers may cache it. */
    private static final String LIBRARY = "echarts.min.js";

    private PageRoutes() {}

    static List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (String file : FILES) {
            Reply reply = reply(file);
            routes.add(route("/" + file, reply));
            if (file.equals(START)) {
                routes.add(route("/", reply));
            }
        }
        return routes;
    }

    private static Route route(String path, Reply reply) {
        return new Route(HttpMethod.GET, path, Access.PUBLIC, false, call -> CompletableFuture.completedFuture(reply));
    }

    private static Reply reply(String file) {
        String type = TYPES.get(file.substring(file.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalStateException(file + " is of an unknown type");
        }
        Reply reply = new Reply(200, type, Buffer.buffer(bytes(file)), Map.of(), null);
        return file.equals(LIBRARY) ? reply.with("Cache-Control", "private, max-age=86400") : reply;
    }

    private static byte[] bytes(String file) {
        try (InputStream in = PageRoutes.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IOException(file + " is missing");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
