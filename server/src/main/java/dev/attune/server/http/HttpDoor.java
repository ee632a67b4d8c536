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

/** Listens for requests, on a few threads, from the moment it is opened; what it answers depends on the {@link Readiness}. */
public final class HttpDoor implements AutoCloseable {
    private static final int ONE_PORT_FOR_ALL_THREADS = 1; // a free one, and the same for all who use this number
    private static final int LONGEST_LINE = 4_096;
    private static final int LONGEST_HEADERS = 16_384;
    private static final long KEYS_MILLIS = 1_000;
    private static final long START_SECONDS = 30;
    private static final long POLL_MILLIS = 5;

    private final DoorOptions options;
    private final Readiness readiness;
    private final ServiceMetrics metrics;
    private final BiConsumer<String, Throwable> broken;
    private final Traffic traffic;
    private final Router router;
    private final Gate gate;
    private final Vertx vertx;
    private volatile int port;

    private HttpDoor(
            DoorOptions options,
            Readiness readiness,
            ServiceMetrics metrics,
            @Nullable WatchedKeys keys,
            BiConsumer<String, Throwable> broken) {
        this.options = options;
        this.readiness = readiness;
        this.metrics = metrics;
        this.broken = broken;
        this.traffic = new Traffic(options);
        this.router = new Router(Routes.all(readiness, metrics));
        this.gate = new Gate(keys, options.host());
        this.vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(options.loops())
                .setWorkerPoolSize(2)
                .setInternalBlockingPoolSize(2)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }

    /**
     * Opens the door.
     *
     * @param keys who may come in; null for whoever is on this machine
     * @param broken hears of what nobody foresaw, with the id that the caller was told
     * @throws IOException if the port is taken, or the certificate makes no sense
     */
    public static HttpDoor open(
            DoorOptions options,
            Readiness readiness,
            ServiceMetrics metrics,
            @Nullable WatchedKeys keys,
            BiConsumer<String, Throwable> broken)
            throws IOException {
        HttpServerOptions server = server(options);
        HttpDoor door = new HttpDoor(options, readiness, metrics, keys, broken);
        try {
            door.vertx
                    .deployVerticle(() -> new Door(door, server), new DeploymentOptions().setInstances(options.loops()))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            door.close();
            throw explained(options, e);
        } catch (InterruptedException e) {
            door.close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the port was being opened", e);
        }
        if (keys != null) {
            door.vertx.setPeriodic(
                    KEYS_MILLIS,
                    timer -> door.vertx.executeBlocking(() -> {
                        keys.refresh();
                        return keys.size();
                    }));
        }
        return door;
    }

    private static HttpServerOptions server(DoorOptions options) throws IOException {
        HttpServerOptions server = new HttpServerOptions()
                .setHttp2ClearTextEnabled(false) // one protocol, with one set of limits
                .setUseAlpn(false)
                .setMaxInitialLineLength(LONGEST_LINE)
                .setMaxHeaderSize(LONGEST_HEADERS)
                .setIdleTimeout((int) Math.max(1, options.idle().toSeconds()))
                .setTcpNoDelay(true);
        Path certificate = options.certificate();
        Path privateKey = options.privateKey();
        if (certificate != null && privateKey != null) {
            for (Path file : new Path[] {certificate, privateKey}) {
                if (!Files.isReadable(file)) {
                    throw new IOException("the file " + file + " for TLS cannot be read");
                }
            }
            server.setSsl(true)
                    .setKeyCertOptions(new PemKeyCertOptions()
                            .setCertPath(certificate.toAbsolutePath().toString())
                            .setKeyPath(privateKey.toAbsolutePath().toString()))
                    .setEnabledSecureTransportProtocols(Set.of("TLSv1.2", "TLSv1.3"))
                    .setSslHandshakeTimeout(10)
                    .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS);
        }
        return server;
    }

    private static IOException explained(DoorOptions options, Exception e) {
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

    /** Waits until all who have asked have their answers, but not without end; false if some have not. */
    public boolean drain(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (traffic.underWay() > 0) {
            if (System.nanoTime() > end) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return true;
    }

    /** Closes it, and every connection. */
    @Override
    public void close() {
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            broken.accept("close", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    SocketAddress address() {
        return options.port() == 0
                ? SocketAddress.sharedRandomPort(ONE_PORT_FOR_ALL_THREADS, options.host())
                : SocketAddress.inetSocketAddress(options.port(), options.host());
    }

    void listening(int actualPort) {
        port = actualPort;
    }

    /** The port on which it listens. */
    public int port() {
        return port;
    }

    Router router() {
        return router;
    }

    Gate gate() {
        return gate;
    }

    Readiness readiness() {
        return readiness;
    }

    ServiceMetrics metrics() {
        return metrics;
    }

    DoorOptions options() {
        return options;
    }

    Traffic traffic() {
        return traffic;
    }

    void broken(String id, Throwable thrown) {
        broken.accept(id, thrown);
    }
}
