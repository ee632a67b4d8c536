package dev.attune.server.http;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How requests are let in.
 *
 * @param host address to listen on
 * @param port to listen on; 0 for any that is free
 * @param loops threads that read and write
 * @param body largest body, in bytes
 * @param bodies bytes of bodies that may be on their way at once, all callers together
 * @param connections that may be open at once
 * @param idle how long a connection may be open without a whole request coming in
 * @param arrival how long the body of a request may take
 * @param certificate PEM file of the certificate chain; null for plain HTTP
 * @param privateKey PEM file of its key
 */
public record DoorOptions(
        String host,
        int port,
        int loops,
        int body,
        long bodies,
        int connections,
        Duration idle,
        Duration arrival,
        @Nullable Path certificate,
        @Nullable Path privateKey) {
    /** An event becomes up to four times as long in the journal as it was in JSON, and must fit a record of it. */
    private static final int LARGEST_BODY = 3 << 20;

    private static final long BODIES_AT_ONCE = 64L << 20;

    /** Refuses what cannot work. */
    public DoorOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port = " + port + " must be between 0 and 65535");
        }
        if (body < 1 || body > LARGEST_BODY) {
            throw new IllegalArgumentException(
                    "the largest body, " + body + " bytes, must be between 1 and " + LARGEST_BODY);
        }
        if (connections < 1 || loops < 1) {
            throw new IllegalArgumentException("there must be at least one connection and one thread");
        }
        if ((certificate == null) != (privateKey == null)) {
            throw new IllegalArgumentException("TLS needs a certificate and its key: give both, or neither");
        }
    }

    /** Plain HTTP for this machine alone, a thread for each core, bodies of 1 MB, 10,000 connections. */
    public static DoorOptions local(int port) {
        return new DoorOptions(
                "127.0.0.1",
                port,
                Runtime.getRuntime().availableProcessors(),
                1 << 20,
                BODIES_AT_ONCE,
                10_000,
                Duration.ofSeconds(60),
                Duration.ofSeconds(15),
                null,
                null);
    }

    /** The same on another address. */
    public DoorOptions at(String otherHost, int otherPort) {
        return new DoorOptions(
                otherHost, otherPort, loops, body, bodies, connections, idle, arrival, certificate, privateKey);
    }

    /** The same with other limits. */
    public DoorOptions withLimits(int largestBody, int mostConnections) {
        return new DoorOptions(
                host, port, loops, largestBody, bodies, mostConnections, idle, arrival, certificate, privateKey);
    }

    /** The same with other patience. */
    public DoorOptions withTimes(Duration idleTime, Duration arrivalTime) {
        return new DoorOptions(
                host, port, loops, body, bodies, connections, idleTime, arrivalTime, certificate, privateKey);
    }

    /** The same with TLS, from PEM files. */
    public DoorOptions withTls(@Nullable Path certificateFile, @Nullable Path keyFile) {
        return new DoorOptions(host, port, loops, body, bodies, connections, idle, arrival, certificateFile, keyFile);
    }

    /** Whether it speaks TLS. */
    public boolean tls() {
        return certificate != null;
    }
}
