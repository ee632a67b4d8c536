package dev.attune.server.http;

import dev.attune.server.security.ApiKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, on the thread of the connection. A rejected request is still read to its end, up to a limit, so that the client
 * receives the reason and can reuse the connection.
 */
final class Exchange {
    private static final int PATIENCE = 16; // times the largest body, read and discarded
    private static final String UNKNOWN = "none";
    private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("X-Request-Id");
    private static final Pattern GIVEN_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final HttpServer server;
    private final Connections connections;
    private final HttpServerRequest request;
    private final Context context;
    private final long begun = System.nanoTime();
    private Router.@Nullable Match match;
    private @Nullable ApiKey key;
    private @Nullable Backend backend;
    private @Nullable RuntimeException refusal;
    private Buffer body = Buffer.buffer();
    private long read;
    private int held;
    private boolean closing;
    private boolean answered;
    private @Nullable String id;

    Exchange(HttpServer server, Connections connections, HttpServerRequest request, Context context) {
        this.server = server;
        this.connections = connections;
        this.request = request;
        this.context = context;
    }

    void begin() {
        boolean unframed = false;
        try {
            try {
                Gate.requireUnambiguous(request);
            } catch (HttpProblem problem) {
                unframed = true; // where the next request begins is not certain
                throw problem;
            }
            String path = request.path();
            match = server.router.match(request.method(), path == null ? "" : path);
            Route route = match.route();
            key = server.gate.admit(request, route);
            if (!route.access().always()) {
                backend = server.readiness.require();
            }
            requireJson(route);
        } catch (RuntimeException e) {
            refusal = e;
        }
        long announced = announced();
        if (announced > server.options.limits().body()) {
            refuse(tooLarge());
        }
        if (unframed
                || announced > (long) PATIENCE * server.options.limits().body()
                || (refusal != null && expectsContinue())) {
            answerAndClose();
            return;
        }
        if (expectsContinue()) {
            request.response().writeContinue();
        }
        request.exceptionHandler(e -> gone());
        request.handler(this::arrived);
        request.endHandler(end -> whole());
    }

    /** Rejects bodies that are not JSON, such as those of forms on other web pages. */
    private void requireJson(Route wanted) {
        String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (type == null ? wanted.body() : !isJson(type)) {
            throw HttpProblem.of(
                    ProblemKind.UNSUPPORTED_MEDIA_TYPE, "send the header 'Content-Type: application/json'");
        }
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw HttpProblem.of(ProblemKind.UNSUPPORTED_MEDIA_TYPE, "the body must not be compressed");
        }
    }

    private static boolean isJson(String type) {
        int end = type.indexOf(';');
        String rest = end < 0 ? "" : type.substring(end + 1).strip();
        return (end < 0 ? type : type.substring(0, end)).strip().equalsIgnoreCase("application/json")
                && (rest.isEmpty() || rest.replace("\"", "").equalsIgnoreCase("charset=utf-8"));
    }

    private long announced() {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        try {
            return length == null ? 0 : Long.parseLong(length);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private boolean expectsContinue() {
        String expected = request.getHeader(HttpHeaders.EXPECT);
        return expected != null && expected.equalsIgnoreCase("100-continue");
    }

    private HttpProblem tooLarge() {
        return HttpProblem.of(
                ProblemKind.TOO_LARGE,
                "a body has at most " + server.options.limits().body() + " bytes");
    }

    private void arrived(Buffer chunk) {
        read += chunk.length();
        if (read > server.options.limits().body()) {
            refuse(tooLarge());
        } else if (refusal == null) {
            if (server.bodies.tryAcquire(chunk.length())) {
                held += chunk.length();
                body.appendBuffer(chunk);
            } else {
                refuse(HttpProblem.later(ProblemKind.BUSY, "too many bodies are being received", 1));
            }
        }
        if (read > (long) PATIENCE * server.options.limits().body()) {
            answerAndClose();
        }
    }

    /** Rejects the request; the first reason counts. */
    private void refuse(HttpProblem problem) {
        if (refusal == null) {
            refusal = problem;
        }
        body = Buffer.buffer();
    }

    private void whole() {
        connections.arrived(this);
        if (refusal != null) {
            answer(refusal);
            return;
        }
        try {
            if (match == null || key == null) {
                throw new IllegalStateException("a request was admitted without a route or a key");
            }
            Route route = match.route();
            Call call = new Call(
                    backend,
                    key,
                    match.variables(),
                    new QueryText(request.query()),
                    body,
                    this::onLoop,
                    route.access().scope() == null && acceptsGzip());
            body = Buffer.buffer(); // that of the call is freed with it
            route.handler()
                    .handle(call)
                    .whenComplete((done, failed) -> onLoop(() -> {
                        if (failed != null) {
                            answer(failed);
                        } else {
                            answer(done);
                        }
                    }));
        } catch (RuntimeException | Error e) {
            answer(e);
        }
    }

    private boolean acceptsGzip() {
        String accepted = request.getHeader(HttpHeaders.ACCEPT_ENCODING);
        return accepted != null
                && accepted.toLowerCase(Locale.ROOT)
                        .matches("(.*,)?\\s*gzip\\s*(,.*|;(?!\\s*q=0(\\.0*)?\\s*(,|$)).*)?");
    }

    private void onLoop(Runnable work) {
        if (Context.isOnEventLoopThread() && Vertx.currentContext() == context) {
            work.run();
        } else {
            context.runOnContext(go -> work.run());
        }
    }

    /** Returns whether the body has not arrived in time. */
    boolean isSlow(long now) {
        return !answered && now - begun > server.options.limits().arrival().toNanos();
    }

    void tooSlow() {
        refusal = HttpProblem.of(ProblemKind.TIMEOUT, "the body did not arrive in time");
        answerAndClose();
    }

    private void gone() {
        if (!answered) {
            answered = true;
            finish();
        }
    }

    private void answerAndClose() {
        if (!answered) {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            request.handler(null);
            closing = true;
            answer(refusal == null ? tooLarge() : refusal);
        }
    }

    private void answer(Throwable thrown) {
        String id = id();
        HttpProblem problem = HttpProblem.from(thrown, id);
        if (problem.kind() == ProblemKind.INTERNAL || problem.kind() == ProblemKind.NO_FILES) {
            server.log.internalError(id, thrown);
        }
        answer(problem.toReply());
    }

    private void answer(Reply reply) {
        if (answered) {
            return;
        }
        answered = true;
        boolean headOnly = request.method().equals(HttpMethod.HEAD);
        HttpServerResponse response = request.response();
        if (!response.ended() && !response.closed()) {
            Future<Void> sent = reply.send(response, headOnly);
            if (closing) {
                sent.onComplete(done -> request.connection().close());
            }
        }
        Streaming stream = reply.stream();
        if (stream != null && !headOnly) {
            stream.begin(context, response);
        }
        if (server.log.wantsRequests()) {
            server.log.answered(
                    id(),
                    String.valueOf(request.remoteAddress().hostAddress()),
                    key == null ? "" : key.name(),
                    request.method().name(),
                    String.valueOf(request.path()),
                    reply.status(),
                    TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begun));
        }
        server.metrics.answered(
                match == null ? UNKNOWN : match.route().label(), reply.status(), System.nanoTime() - begun);
        finish();
    }

    /** Returns the id of the request: that of the client, if it is a plain word, otherwise a new one. */
    private String id() {
        if (id == null) {
            String given = request.getHeader(REQUEST_ID);
            id = given != null && GIVEN_ID.matcher(given).matches()
                    ? given
                    : UUID.randomUUID().toString();
        }
        return id;
    }

    private void finish() {
        server.bodies.release(held);
        held = 0;
        connections.finished(this, request.connection(), request.response().ended());
    }
}
