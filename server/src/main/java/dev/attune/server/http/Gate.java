package dev.attune.server.http;

import dev.attune.server.security.ApiKey;
import dev.attune.server.security.KeyFile;
import dev.attune.server.security.Scope;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Checks host, origin, key, scope and rate before a body is read. */
final class Gate {
    private static final String BEARER = "Bearer ";
    private static final ApiKey LOCAL = ApiKey.local();

    private final @Nullable KeyFile keys; // null: no keys, so only this machine is served
    private final Set<String> hosts;

    Gate(@Nullable KeyFile keys, String host) {
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
        Scope scope = route.access().scope();
        if (keys == null || scope == null) {
            return LOCAL;
        }
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            throw HttpProblem.of(ProblemKind.UNAUTHORIZED, "send the header 'Authorization: Bearer KEY'");
        }
        ApiKey key = keys.find(header.substring(BEARER.length()).strip())
                .orElseThrow(() -> HttpProblem.of(ProblemKind.UNAUTHORIZED, "the key is not known here"));
        requireScope(key, route.access(), scope);
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

    private static void requireScope(ApiKey key, Route.Access access, Scope scope) {
        if (!key.has(scope)) {
            throw HttpProblem.of(
                    ProblemKind.FORBIDDEN,
                    "the key needs the scope " + scope.text() + (scope == Scope.ADMIN ? "" : " or admin"));
        }
        if (access.whole() && key.restricted()) {
            throw HttpProblem.of(ProblemKind.FORBIDDEN, "the key is for some bandits only");
        }
    }

    /**
     * Rejects what another program may read as a different request: no or several host names, an address with another host, and bodies whose
     * length is not clear. RFC 9112 requires 400 for the first, and permits it for the others.
     */
    static void requireUnambiguous(HttpServerRequest request) {
        MultiMap headers = request.headers();
        List<String> hosts = headers.getAll(HttpHeaders.HOST);
        if (hosts.size() != 1) {
            throw HttpProblem.of(ProblemKind.INVALID_REQUEST, "a request has exactly one header Host");
        }
        String uri = request.uri();
        int scheme = uri.startsWith("/") ? -1 : uri.indexOf("://");
        if (scheme >= 0) {
            int path = uri.indexOf('/', scheme + 3);
            String authority = uri.substring(scheme + 3, path < 0 ? uri.length() : path);
            if (!authority.equalsIgnoreCase(hosts.get(0))) {
                throw HttpProblem.of(
                        ProblemKind.INVALID_REQUEST, "the address names another host than the header Host");
            }
        }
        List<String> codings = headers.getAll(HttpHeaders.TRANSFER_ENCODING);
        if (!codings.isEmpty()
                && (codings.size() > 1
                        || !codings.get(0).equalsIgnoreCase("chunked")
                        || headers.contains(HttpHeaders.CONTENT_LENGTH))) {
            throw HttpProblem.of(
                    ProblemKind.INVALID_REQUEST,
                    "the only transfer coding is chunked, without a header Content-Length");
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
