package dev.attune.server.http;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of the HTTP server.
 *
 * @param host address to listen on
 * @param port to listen on; 0 for any free one
 * @param loops threads that read and write
 * @param limits of requests and connections
 * @param tls certificate; null for plain HTTP
 * @param keys file of keys; null for none
 */
public record HttpOptions(
        String host,
        int port,
        int loops,
        Limits limits,
        @Nullable Tls tls,
        @Nullable Path keys) {
    /** An event is up to four times as long in the journal as in JSON, and must fit a record. */
    private static final int LARGEST_BODY = 3 << 20;

    private static final int BODIES_AT_ONCE = 64 << 20;

    /**
     * Limits of requests and connections.
     *
     * @param body largest body, in bytes
     * @param bodies bytes of all bodies that are being received
     * @param connections open at once
     * @param idle time for which a connection may be open without a complete request
     * @param arrival time within which the body of a request must arrive
     * @param drain time for which a stop waits for open requests
     */
    public record Limits(int body, int bodies, int connections, Duration idle, Duration arrival, Duration drain) {
        /** Rejects sizes that cannot work. */
        public Limits {
            if (body < 1 || body > LARGEST_BODY) {
                throw new IllegalArgumentException(
                        "the largest body, " + body + " bytes, must be between 1 and " + LARGEST_BODY);
            }
            if (connections < 1) {
                throw new IllegalArgumentException("connections = " + connections + " must be at least 1");
            }
        }
    }

    /**
     * Files of TLS, in PEM.
     *
     * @param certificate chain of certificates
     * @param privateKey its key
     */
    public record Tls(Path certificate, Path privateKey) {}

    /** Rejects invalid numbers. */
    public HttpOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port = " + port + " must be between 0 and 65535");
        }
        if (loops < 1) {
            throw new IllegalArgumentException("loops = " + loops + " must be at least 1");
        }
    }

    /** Returns defaults: plain HTTP for this machine alone, a thread for each core, bodies of 1 MB, 10,000 connections. */
    public static HttpOptions local(int port) {
        Limits limits = new Limits(
                1 << 20,
                BODIES_AT_ONCE,
                10_000,
                Duration.ofSeconds(60),
                Duration.ofSeconds(15),
                Duration.ofSeconds(10));
        return new HttpOptions("127.0.0.1", port, Runtime.getRuntime().availableProcessors(), limits, null, null);
    }

    /** Returns options with another address. */
    public HttpOptions at(String otherHost, int otherPort) {
        return new HttpOptions(otherHost, otherPort, loops, limits, tls, keys);
    }

    /** Returns options with other limits of size. */
    public HttpOptions withLimits(int largestBody, int mostConnections) {
        return withLimits(
                new Limits(largestBody, limits.bodies, mostConnections, limits.idle, limits.arrival, limits.drain));
    }

    /** Returns options with other limits. */
    public HttpOptions withLimits(Limits other) {
        return new HttpOptions(host, port, loops, other, tls, keys);
    }

    /** Returns options with TLS, from PEM files; both null for plain HTTP. */
    public HttpOptions withTls(@Nullable Path certificate, @Nullable Path privateKey) {
        if (certificate == null || privateKey == null) {
            if (certificate != null || privateKey != null) {
                throw new IllegalArgumentException("TLS needs a certificate and its key: give both, or neither");
            }
            return new HttpOptions(host, port, loops, limits, null, keys);
        }
        return new HttpOptions(host, port, loops, limits, new Tls(certificate, privateKey), keys);
    }

    /** Returns options with a file of keys; null for none. */
    public HttpOptions withKeys(@Nullable Path file) {
        return new HttpOptions(host, port, loops, limits, tls, file);
    }
}
