package dev.attune.server.http;

import dev.attune.server.security.KeyFile;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Listens for requests on a few threads from the moment it is opened; its answers depend on the {@link Readiness}. */
public final class HttpServer implements AutoCloseable {
    private static final int LONGEST_LINE = 4_096;
    private static final int LONGEST_HEADERS = 16_384;
    private static final long WATCH_MILLIS = 1_000;
    private static final String NOT_REPLACED = "the certificate was not replaced, and the previous one stays in use: ";
    private static final long START_SECONDS = 30;
    private static final long POLL_MILLIS = 5;

    final HttpOptions options;
    final Readiness readiness;
    final ServiceMetrics metrics;
    final RequestLog log;
    final Semaphore connections; // that may be opened
    final Semaphore bodies; // bytes that may be received
    final AtomicInteger underWay = new AtomicInteger(); // requests without an answer
    final Router router;
    final Gate gate;
    private final Vertx vertx;
    volatile int port; // set by each of the threads

    private HttpServer(
            HttpOptions options, Readiness readiness, ServiceMetrics metrics, @Nullable KeyFile keys, RequestLog log) {
        List<Route> routes = new ArrayList<>(Router.resources(readiness, metrics, keys != null));
        routes.addAll(PageRoutes.routes());
        this.options = options;
        this.readiness = readiness;
        this.metrics = metrics;
        this.log = log;
        this.connections = new Semaphore(options.limits().connections());
        this.bodies = new Semaphore(options.limits().bodies());
        this.router = new Router(routes);
        this.gate = new Gate(keys, options.host());
        this.vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(options.loops())
                .setWorkerPoolSize(2)
                .setInternalBlockingPoolSize(2)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }

    /**
     * Opens the port.
     *
     * @param keys the accepted keys; null to serve this machine without keys
     * @param log receives warnings, internal errors and, if it wants them, all requests
     * @throws IOException if the port is in use or the certificate is invalid
     */
    public static HttpServer open(
            HttpOptions options, Readiness readiness, ServiceMetrics metrics, @Nullable KeyFile keys, RequestLog log)
            throws IOException {
        HttpOptions.Tls tls = options.tls();
        Certificate certificate = tls == null ? null : new Certificate(tls);
        HttpServerOptions tcp = tcp(options, certificate);
        HttpServer server = new HttpServer(options, readiness, metrics, keys, log);
        List<Connections> all = new CopyOnWriteArrayList<>();
        try {
            server.vertx
                    .deployVerticle(
                            () -> {
                                Connections connections = new Connections(server, tcp);
                                all.add(connections);
                                return connections;
                            },
                            new DeploymentOptions().setInstances(options.loops()))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            server.close();
            throw explained(options, e);
        } catch (InterruptedException e) {
            server.close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the port was being opened", e);
        }
        if (keys != null) {
            server.everySecond(keys::refresh);
        }
        if (certificate != null) {
            metrics.watch(certificate);
            server.everySecond(() -> renew(certificate, all, log));
        }
        return server;
    }

    private void everySecond(Runnable work) {
        vertx.setPeriodic(
                WATCH_MILLIS,
                timer -> vertx.executeBlocking(() -> {
                    work.run();
                    return true;
                }));
    }

    /** Uses another certificate for new connections if its files have changed; if they are invalid, the previous one stays in use. */
    private static void renew(Certificate certificate, List<Connections> all, RequestLog log) {
        try {
            if (certificate.hasChanged()) {
                Future.all(all.stream()
                                .map(connections -> connections.renew(certificate))
                                .toList())
                        .onSuccess(done -> log.info("the certificate was replaced"))
                        .onFailure(e -> log.warning(NOT_REPLACED + e.getMessage()));
            }
        } catch (IOException e) {
            log.warning(NOT_REPLACED + e.getMessage());
        }
    }

    private static HttpServerOptions tcp(HttpOptions options, @Nullable Certificate certificate) {
        HttpServerOptions tcp = new HttpServerOptions()
                .setHttp2ClearTextEnabled(false) // one protocol, with one set of limits
                .setUseAlpn(false)
                .setMaxInitialLineLength(LONGEST_LINE)
                .setMaxHeaderSize(LONGEST_HEADERS)
                .setIdleTimeout((int) Math.max(1, options.limits().idle().toSeconds()))
                .setTcpNoDelay(true);
        if (certificate != null) {
            tcp.setSsl(true)
                    .setKeyCertOptions(certificate.files())
                    .setEnabledSecureTransportProtocols(Set.of("TLSv1.2", "TLSv1.3"))
                    .setSslHandshakeTimeout(10)
                    .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS);
        }
        return tcp;
    }

    private static IOException explained(HttpOptions options, Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return new IOException(
                        "cannot listen on " + options.host() + ", port " + options.port()
                                + ": it is in use, or not an address of this machine; choose another with --port or --host",
                        e);
            }
        }
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return new IOException(
                "cannot listen on " + options.host() + ", port " + options.port() + ": " + cause.getMessage(), e);
    }

    /** Waits until all requests are answered, up to a limit; returns whether they are. */
    public boolean drain(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (underWay.get() > 0) {
            if (System.nanoTime() > end) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return true;
    }

    /** Closes the port and all connections. */
    @Override
    public void close() {
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            log.internalError("close", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the port on which it listens. */
    public int port() {
        return port;
    }
}
