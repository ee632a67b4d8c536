package dev.attune.server.http;

import dev.attune.server.security.WatchedKeys;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Listens for requests on a few threads from the moment it is opened; its answers depend on the {@link Readiness}. */
public final class HttpServer implements AutoCloseable {
    private static final int ONE_PORT_FOR_ALL_THREADS = 1; // a free one, and the same for all who use this number
    private static final int LONGEST_LINE = 4_096;
    private static final int LONGEST_HEADERS = 16_384;
    private static final long KEYS_MILLIS = 1_000;
    private static final long START_SECONDS = 30;
    private static final long POLL_MILLIS = 5;

    private final Exchange.Service service;
    private final Vertx vertx;
    private volatile int port;

    private HttpServer(Exchange.Service service) {
        this.service = service;
        this.vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(service.options().loops())
                .setWorkerPoolSize(2)
                .setInternalBlockingPoolSize(2)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }

    /**
     * Opens the port.
     *
     * @param keys the accepted keys; null to serve this machine without keys
     * @param errors receives internal errors with the id in the answer
     * @throws IOException if the port is in use or the certificate is invalid
     */
    public static HttpServer open(
            HttpOptions options,
            Readiness readiness,
            ServiceMetrics metrics,
            @Nullable WatchedKeys keys,
            BiConsumer<String, Throwable> errors)
            throws IOException {
        HttpServerOptions tcp = tcp(options);
        Exchange.Service service = new Exchange.Service(
                options,
                readiness,
                metrics,
                errors,
                new Traffic(options.limits()),
                new Router(Routes.withPages(readiness, metrics, ServiceInfo.starting(keys != null))),
                new Gate(keys, options.host()));
        HttpServer server = new HttpServer(service);
        try {
            server.vertx
                    .deployVerticle(
                            () -> new Connections(service, tcp, address(options), opened -> server.port = opened),
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
            server.vertx.setPeriodic(
                    KEYS_MILLIS,
                    timer -> server.vertx.executeBlocking(() -> {
                        keys.refresh();
                        return keys.size();
                    }));
        }
        return server;
    }

    private static HttpServerOptions tcp(HttpOptions options) throws IOException {
        HttpServerOptions tcp = new HttpServerOptions()
                .setHttp2ClearTextEnabled(false) // one protocol, with one set of limits
                .setUseAlpn(false)
                .setMaxInitialLineLength(LONGEST_LINE)
                .setMaxHeaderSize(LONGEST_HEADERS)
                .setIdleTimeout((int) Math.max(1, options.limits().idle().toSeconds()))
                .setTcpNoDelay(true);
        HttpOptions.Tls tls = options.tls();
        if (tls != null) {
            for (Path file : new Path[] {tls.certificate(), tls.privateKey()}) {
                if (!Files.isReadable(file)) {
                    throw new IOException("the file " + file + " for TLS cannot be read");
                }
            }
            tcp.setSsl(true)
                    .setKeyCertOptions(new PemKeyCertOptions()
                            .setCertPath(tls.certificate().toAbsolutePath().toString())
                            .setKeyPath(tls.privateKey().toAbsolutePath().toString()))
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
        while (service.traffic().underWay() > 0) {
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
            service.errors().accept("close", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static SocketAddress address(HttpOptions options) {
        return options.port() == 0
                ? SocketAddress.sharedRandomPort(ONE_PORT_FOR_ALL_THREADS, options.host())
                : SocketAddress.inetSocketAddress(options.port(), options.host());
    }

    /** Returns the port on which it listens. */
    public int port() {
        return port;
    }
}
