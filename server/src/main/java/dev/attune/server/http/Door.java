package dev.attune.server.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one thread of the door does: its connections and the requests that arrive on them. Whoever sends a request, or its body, a byte
 * at a time is shown out when the time for it is over; a timeout of silence alone would never come.
 */
final class Door extends VerticleBase {
    private static final long SWEEP_MILLIS = 500;
    private static final long NEVER = Long.MAX_VALUE;

    private final HttpDoor house;
    private final HttpServerOptions server;
    private final Map<HttpConnection, Long> waitsSince =
            new HashMap<>(); // connections, and since when nothing has come
    private final Set<Exchange> arriving = new HashSet<>();

    Door(HttpDoor house, HttpServerOptions server) {
        this.house = house;
        this.server = server;
    }

    @Override
    public Future<?> start() {
        vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
        return vertx.createHttpServer(server)
                .connectionHandler(this::connected)
                .requestHandler(this::request)
                .invalidRequestHandler(Door::invalid)
                .listen(house.address())
                .onSuccess(listening -> house.listening(listening.actualPort()));
    }

    private void connected(HttpConnection connection) {
        boolean welcome = traffic().connected();
        connection.closeHandler(closed -> {
            traffic().disconnected();
            waitsSince.remove(connection);
        });
        if (welcome) {
            waitsSince.put(connection, System.nanoTime());
        } else {
            connection.close();
        }
    }

    private void request(HttpServerRequest request) {
        waitsSince.replace(request.connection(), NEVER);
        traffic().begun();
        Exchange exchange = new Exchange(this, request, context());
        arriving.add(exchange);
        exchange.begin();
    }

    private Context context() {
        return context;
    }

    /** All of its body is there. */
    void arrived(Exchange exchange) {
        arriving.remove(exchange);
    }

    /** It has its answer, or nobody is there to hear it. */
    void finished(Exchange exchange, HttpConnection connection, boolean silent) {
        arriving.remove(exchange);
        traffic().done();
        waitsSince.replace(connection, silent ? System.nanoTime() : NEVER); // a stream goes on, and ends its connection
    }

    private void sweep() {
        long now = System.nanoTime();
        for (Exchange exchange : List.copyOf(arriving)) {
            if (exchange.isSlow(now)) {
                exchange.tooSlow();
            }
        }
        List<HttpConnection> silent = new ArrayList<>();
        waitsSince.forEach((connection, since) -> {
            if (since != NEVER && now - since > options().idle().toNanos()) {
                silent.add(connection);
            }
        });
        silent.forEach(HttpConnection::close);
    }

    /** What is not even HTTP. */
    private static void invalid(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        boolean large = cause instanceof TooLongHttpHeaderException || cause instanceof TooLongHttpLineException;
        Problem problem = Problem.of(
                large ? ProblemKind.TOO_LARGE : ProblemKind.INVALID_REQUEST,
                large ? "the address or the headers are too long" : "this is not a request of HTTP/1.1");
        request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        SafeHeaders.send(problem.toReply(), request.response())
                .onComplete(sent -> request.connection().close());
    }

    Router router() {
        return house.router();
    }

    Gate gate() {
        return house.gate();
    }

    Readiness readiness() {
        return house.readiness();
    }

    ServiceMetrics metrics() {
        return house.metrics();
    }

    DoorOptions options() {
        return house.options();
    }

    Traffic traffic() {
        return house.traffic();
    }

    void broken(String id, Throwable thrown) {
        house.broken(id, thrown);
    }
}
