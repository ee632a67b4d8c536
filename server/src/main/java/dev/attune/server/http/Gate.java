package dev.attune.server.http;

import dev.attune.server.security.ApiKey;
import dev.attune.server.security.WatchedKeys;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Checks host, origin, key, scope and rate before a body is read. */
final class Gate {
    private static final String BEARER = "Bearer ";
    private static final ApiKey LOCAL = ApiKey.local();

    private final @Nullable WatchedKeys keys; // null: no keys, so only this machine is served
    private final Set<String> hosts;

    Gate(@Nullable WatchedKeys keys, String host) {
        this.keys = keys;
        this.hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "::1", "[::1]"));
        hosts.add(host.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the key of a request.
     *
     * @throws HttpProblem if it is not admitted
     */
    ApiKey admit(HttpServerRequest request, Route route) {
        requireHost(request);
        requireSameOrigin(request);
        if (keys == null || route.access().open()) {
            return LOCAL;
        }
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            throw HttpProblem.of(ProblemKind.UNAUTHORIZED, "send the header 'Authorization: Bearer KEY'");
        }
        ApiKey key = keys.find(header.substring(BEARER.length()).strip())
                .orElseThrow(() -> HttpProblem.of(ProblemKind.UNAUTHORIZED, "the key is not known here"));
        requireScope(key, route.access());
        long wait = key.rate().take(System.nanoTime());
        if (wait > 0) {
            int seconds = (int) Math.min(Integer.MAX_VALUE, 1 + TimeUnit.NANOSECONDS.toSeconds(wait));
            throw HttpProblem.later(
                    ProblemKind.TOO_MANY_REQUESTS,
                    "the key is good for " + key.rate().perSecond() + " requests a second",
                    seconds);
        }
        return key;
    }

    private static void requireScope(ApiKey key, Route.Access access) {
        if (access.scopes().isEmpty() ? key.restricted() : !key.hasAnyOf(access.scopes())) {
            throw HttpProblem.of(
                    ProblemKind.FORBIDDEN,
                    access.scopes().isEmpty()
                            ? "the key is for some bandits only"
                            : "the key needs the scope "
                                    + access.scopes().iterator().next().name().toLowerCase(Locale.ROOT) + " or admin");
        }
    }

    /**
     * Rejects other host names than those of this machine, against DNS rebinding: a web page can make a browser call this machine under a
     * name of its own. Not needed with keys, which the page does not have.
     */
    private void requireHost(HttpServerRequest request) {
        if (keys == null) {
            HostAndPort host = request.authority();
            if (host == null || !hosts.contains(host.host().toLowerCase(Locale.ROOT))) {
                throw HttpProblem.of(
                        ProblemKind.MISDIRECTED,
                        "a service without keys answers to localhost, 127.0.0.1 and [::1] only");
            }
        }
    }

    /** Rejects requests of pages of other sites. */
    private static void requireSameOrigin(HttpServerRequest request) {
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin != null) {
            int host = origin.indexOf("://");
            if (host < 0 || !origin.substring(host + 3).equalsIgnoreCase(request.getHeader(HttpHeaders.HOST))) {
                throw HttpProblem.of(ProblemKind.FORBIDDEN, "requests from pages of other sites are not served");
            }
        }
    }
}
