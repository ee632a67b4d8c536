package dev.attune.server.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop. A client that sends a request or its body too slowly is disconnected, even if it never stops sending,
 * for which an idle timeout would not suffice.
 */
final class Connections extends VerticleBase {
    private static final int ONE_PORT_FOR_ALL_THREADS = 1; // a free one, and the same for all that use this number
    private static final long SWEEP_MILLIS = 500;
    private static final long NEVER = Long.MAX_VALUE;

    private final HttpServer server;
    private final HttpServerOptions options;
    private final Map<HttpConnection, Long> idleSince = new HashMap<>();
    private volatile io.vertx.core.http.@Nullable HttpServer opened;
    private final Set<Exchange> arriving = new HashSet<>();

    Connections(HttpServer server, HttpServerOptions options) {
        this.server = server;
        this.options = options;
    }

    @Override
    public Future<?> start() {
        vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
        io.vertx.core.http.HttpServer http = vertx.createHttpServer(options);
        opened = http;
        return http.connectionHandler(this::connected)
                .requestHandler(this::request)
                .invalidRequestHandler(Connections::invalid)
                .listen(address())
                .onSuccess(bound -> server.port = bound.actualPort());
    }

    private SocketAddress address() {
        return server.options.port() == 0
                ? SocketAddress.sharedRandomPort(ONE_PORT_FOR_ALL_THREADS, server.options.host())
                : SocketAddress.inetSocketAddress(server.options.port(), server.options.host());
    }

    /** Uses another certificate for new connections. */
    Future<Boolean> renew(Certificate certificate) {
        io.vertx.core.http.HttpServer http = opened;
        return http == null
                ? Future.succeededFuture(false)
                : http.updateSSLOptions(options.getSslOptions().copy().setKeyCertOptions(certificate.files()), true);
    }

    private void connected(HttpConnection connection) {
        if (!server.connections.tryAcquire()) {
            connection.close();
            return;
        }
        connection.closeHandler(closed -> {
            server.connections.release();
            idleSince.remove(connection);
        });
        StrictRequestDecoder.install(connection, options);
        idleSince.put(connection, System.nanoTime());
    }

    private void request(HttpServerRequest request) {
        idleSince.replace(request.connection(), NEVER);
        server.underWay.incrementAndGet();
        Exchange exchange = new Exchange(server, this, request, context);
        arriving.add(exchange);
        exchange.begin();
    }

    /** Marks the body of a request as complete. */
    void arrived(Exchange exchange) {
        arriving.remove(exchange);
    }

    /** Marks a request as answered, or its client as gone. */
    void finished(Exchange exchange, HttpConnection connection, boolean ended) {
        arriving.remove(exchange);
        server.underWay.decrementAndGet();
        idleSince.replace(
                connection, ended ? System.nanoTime() : NEVER); // a stream continues, and closes its connection
    }

    private void sweep() {
        long now = System.nanoTime();
        for (Exchange exchange : List.copyOf(arriving)) {
            if (exchange.isSlow(now)) {
                exchange.tooSlow();
            }
        }
        List<HttpConnection> idle = new ArrayList<>();
        idleSince.forEach((connection, since) -> {
            if (since != NEVER && now - since > server.options.limits().idle().toNanos()) {
                idle.add(connection);
            }
        });
        idle.forEach(HttpConnection::close);
    }

    /** Answers what is not valid HTTP. */
    private static void invalid(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        boolean large = cause instanceof TooLongHttpHeaderException || cause instanceof TooLongHttpLineException;
        HttpProblem problem = HttpProblem.of(
                large ? ProblemKind.TOO_LARGE : ProblemKind.INVALID_REQUEST,
                large ? "the address or the headers are too long" : "this is not a request of HTTP/1.1");
        request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        problem.toReply()
                .send(request.response(), false)
                .onComplete(sent -> request.connection().close());
    }
}
