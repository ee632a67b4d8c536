package dev.attune.server.http;

import dev.attune.server.security.Scope;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A resource.
 *
 * @param method of HTTP
 * @param template the path, with {@code {name}} for variables
 * @param access required permissions
 * @param body whether it has a JSON body
 * @param handler of requests
 */
record Route(HttpMethod method, String template, Access access, boolean body, Handler handler) {
    /** Answers a request; its exceptions become error answers. */
    @FunctionalInterface
    interface Handler {
        CompletionStage<Reply> handle(Call call);
    }

    /**
     * Required permissions.
     *
     * @param open whether no key is needed
     * @param always whether it is answered before the service is ready
     * @param scopes of which the key needs one
     */
    record Access(boolean open, boolean always, Set<Scope> scopes) {
        /** Without a key, always answered. */
        static final Access PUBLIC = new Access(true, true, Set.of());
        /** Any key that is not restricted to some bandits, always answered. */
        static final Access ANY_KEY = new Access(false, true, Set.of());
        /** Keys of administrators. */
        static final Access ADMIN = new Access(false, false, Set.of(Scope.ADMIN));
        /** Keys for decisions. */
        static final Access DECIDE = new Access(false, false, Set.of(Scope.DECIDE));
        /** Keys for rewards. */
        static final Access REWARD = new Access(false, false, Set.of(Scope.REWARD));
    }

    List<String> segments() {
        return Router.segments(template);
    }
}
