package dev.attune.server.http;

import dev.attune.server.security.Scope;
import io.vertx.core.http.HttpMethod;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A resource.
 *
 * @param method of HTTP
 * @param template the path, with {@code {name}} for variables
 * @param access required permissions
 * @param body whether it has a JSON body
 * @param handler of requests
 * @param label in metrics and logs
 */
record Route(HttpMethod method, String template, Access access, boolean body, Handler handler, String label) {
    private Route(HttpMethod method, String template, Access access, boolean body, Handler handler) {
        this(method, template, access, body, handler, method + " " + template);
    }

    static Route get(String template, Access access, Handler handler) {
        return new Route(HttpMethod.GET, template, access, false, handler);
    }

    static Route delete(String template, Access access, Handler handler) {
        return new Route(HttpMethod.DELETE, template, access, false, handler);
    }

    static Route put(String template, Access access, Handler handler) {
        return new Route(HttpMethod.PUT, template, access, true, handler);
    }

    static Route post(String template, Access access, Handler handler) {
        return new Route(HttpMethod.POST, template, access, true, handler);
    }

    /** Returns a route of POST requests without a body. */
    static Route command(String template, Access access, Handler handler) {
        return new Route(HttpMethod.POST, template, access, false, handler);
    }

    /** Answers a request; its exceptions become error answers. */
    @FunctionalInterface
    interface Handler {
        CompletionStage<Reply> handle(Call call);
    }

    /**
     * Required permissions.
     *
     * @param always whether it is answered before the service is ready
     * @param scope that the key needs, unless it has that of an administrator; null if no key is needed
     * @param whole whether it concerns all bandits, so that a key for some of them is rejected
     */
    record Access(boolean always, @Nullable Scope scope, boolean whole) {
        /** Without a key, always answered. */
        static final Access PUBLIC = new Access(true, null, false);
        /** Keys for metrics, always answered. */
        static final Access METRICS = new Access(true, Scope.METRICS, true);
        /** Keys of administrators. */
        static final Access ADMIN = new Access(false, Scope.ADMIN, false);
        /** Keys for decisions. */
        static final Access DECIDE = new Access(false, Scope.DECIDE, false);
        /** Keys for rewards. */
        static final Access REWARD = new Access(false, Scope.REWARD, false);
    }
}
