package dev.attune.server.http;

import dev.attune.server.security.Scope;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Something that can be asked.
 *
 * @param method of HTTP
 * @param template the path, with {@code {name}} for what varies
 * @param access who may ask
 * @param body whether it comes with JSON
 * @param handler answers
 */
record Route(HttpMethod method, String template, Access access, boolean body, Handler handler) {
    /** Answers a request; what it throws, or its stage fails with, becomes a problem. */
    @FunctionalInterface
    interface Handler {
        CompletionStage<Reply> handle(Call call);
    }

    /**
     * Who may ask.
     *
     * @param open whether nobody needs a key
     * @param always whether it is answered before the service is ready
     * @param scopes of which the key needs one
     */
    record Access(boolean open, boolean always, Set<Scope> scopes) {
        /** Anybody, at any time. */
        static final Access PUBLIC = new Access(true, true, Set.of());
        /** Any key that is not for some bandits only, at any time. */
        static final Access ANY_KEY = new Access(false, true, Set.of());
        /** Keys that may do all. */
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
