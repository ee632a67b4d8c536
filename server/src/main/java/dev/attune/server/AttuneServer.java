package dev.attune.server;

import dev.attune.live.FollowedStream;
import dev.attune.server.follow.FollowedBandits;
import dev.attune.server.http.Backend;
import dev.attune.server.http.Evaluations;
import dev.attune.server.http.HttpServer;
import dev.attune.server.http.Readiness;
import dev.attune.server.http.ServiceMetrics;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.runtime.RuntimeListener;
import dev.attune.server.runtime.WorkerPool;
import dev.attune.server.security.KeyFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The decision service on a data folder, or on the models of a stream that it follows.
 *
 * <pre>
 *   start    the port is open at once; /healthz answers, all else is 503
 *            recovery and warm-up, in parallel
 *   ready    requests are served
 *   close    new requests are rejected, open ones are answered, the journal ends with a snapshot
 * </pre>
 *
 * <pre>{@code
 * try (AttuneServer server = AttuneServer.start(ServerOptions.of(folder, 8080), ServerListener.NONE)) {
 *     server.awaitReady();
 *     ...
 * }
 * }</pre>
 */
public final class AttuneServer implements AutoCloseable {
    private static final long SEEDS = 1L << 32; // short enough for people, and exact in every JSON reader

    private final ServerOptions options;
    private final ServerListener listener;
    private final Readiness readiness = new Readiness();
    private final ServiceMetrics metrics;
    private final @Nullable Evaluations evaluations;
    private final HttpServer http;
    private final CompletableFuture<Backend> opened = new CompletableFuture<>();
    private final CompletableFuture<Void> ready;
    private final AtomicBoolean closed = new AtomicBoolean();

    private AttuneServer(ServerOptions options, ServerListener listener) throws IOException {
        this.options = options;
        this.listener = listener;
        this.metrics = new ServiceMetrics(options.metricsPerBandit());
        Evaluations.Evaluator evaluator = options.evaluator();
        this.evaluations =
                evaluator == null ? null : new Evaluations(evaluator, System::currentTimeMillis, listener::warning);
        if (options.warmup()) { // not for the scratch service of a warm-up
            metrics.watchProcess();
        }
        if (options.following() == null) {
            metrics.watchDisk(options.runtime().folder());
        }
        Path keyFile = options.http().keys();
        KeyFile keys = keyFile == null ? null : new KeyFile(keyFile, listener::warning);
        this.http = HttpServer.open(options.http(), readiness, metrics, keys, listener);
        FollowedStream following = options.following();
        MetricsListener events = new MetricsListener(metrics, listener, readiness);
        thread(following == null ? "attune-recovery" : "attune-following")
                .execute(following == null ? () -> recover(events) : () -> follow(following, events));
        this.ready = opened.thenCombine(
                CompletableFuture.runAsync(this::warmUp, thread("attune-warmup")), (backend, warm) -> serve(backend));
    }

    /**
     * Opens the port and starts the recovery; {@link #awaitReady} waits for its end.
     *
     * @throws IOException if the port is in use, or the keys or the certificate are invalid
     */
    public static AttuneServer start(ServerOptions options, ServerListener listener) throws IOException {
        return new AttuneServer(options, listener);
    }

    private static Executor thread(String name) {
        return work -> WorkerPool.daemons(name).newThread(work).start();
    }

    private void recover(RuntimeListener events) {
        try {
            BanditRuntime runtime = BanditRuntime.open(options.runtime(), events);
            readiness.progress("warming up");
            SecureRandom random = new SecureRandom();
            opened.complete(Backend.of(runtime, options.limits(), () -> random.nextLong(SEEDS), evaluations));
        } catch (IOException | RuntimeException | Error e) {
            readiness.progress("recovery has failed; see the log of the service");
            opened.completeExceptionally(e);
        }
    }

    private void follow(FollowedStream following, RuntimeListener events) {
        readiness.progress("catching up with the stream");
        SecureRandom random = new SecureRandom();
        try {
            FollowedBandits bandits = FollowedBandits.start(following, events, () -> random.nextLong(SEEDS));
            metrics.watchModels(bandits::secondsSinceModel);
            bandits.caughtUp().thenRun(() -> {
                readiness.progress("warming up");
                opened.complete(Backend.following(bandits, following.name(), options.limits()));
            });
        } catch (RuntimeException | Error e) {
            readiness.progress("following has failed; see the log of the service");
            opened.completeExceptionally(e);
        }
    }

    private void warmUp() {
        if (options.warmup()) {
            try {
                Warmup.run();
            } catch (IOException | RuntimeException e) {
                listener.warning("the warm-up has failed, so the first requests may be slow: " + e.getMessage());
            }
        }
    }

    private @Nullable Void serve(Backend backend) {
        metrics.watch(backend.bandits(), options.runtime().capacity().waiting());
        readiness.ready(backend);
        listener.ready();
        return null;
    }

    /**
     * Waits until requests are served.
     *
     * @throws IOException if the data folder is in use, or the journal is damaged or does not replay
     * @throws java.util.concurrent.CancellationException if the service was closed before it had caught up with its stream
     */
    public void awaitReady() throws IOException {
        try {
            ready.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof IOException failed) {
                throw failed;
            } else if (cause instanceof RuntimeException failed) {
                throw failed;
            }
            throw new IllegalStateException(cause);
        }
    }

    /** Returns the address on which it listens. */
    public URI uri() {
        String host = options.http().host();
        return URI.create((options.http().tls() != null ? "https://" : "http://")
                + (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port());
    }

    /** Returns the port on which it listens. */
    public int port() {
        return http.port();
    }

    /** Returns whether it was not closed yet. */
    public boolean isOpen() {
        return !closed.get();
    }

    /**
     * Returns the bandits of the data folder, after recovery.
     *
     * @throws IllegalStateException if the service follows a stream
     */
    public BanditRuntime runtime() {
        BanditRuntime own = opened.join().own();
        if (own == null) {
            throw new IllegalStateException("the service follows a stream and has no bandits of its own");
        }
        return own;
    }

    /** Returns the bandits, after recovery. */
    public Bandits bandits() {
        return opened.join().bandits();
    }

    /** Rejects new requests, answers open ones, and takes a snapshot. */
    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        readiness.stopping();
        if (evaluations != null) {
            evaluations.close();
        }
        try {
            if (!http.drain(options.http().limits().drain())) {
                listener.warning("some requests were not answered within "
                        + options.http().limits().drain().toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.close();
        metrics.close();
        FollowedStream following = options.following();
        if (following != null // which may still wait for an unavailable stream
                && opened.cancel(false)) {
            following.close();
        }
        Backend backend = opened.handle((there, failed) -> there).join();
        if (backend != null) {
            backend.bandits().close();
        }
    }
}
