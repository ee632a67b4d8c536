package dev.attune.server;

import dev.attune.server.http.RequestLog;
import java.time.Duration;

/** Receives events of a server, for its log. Called from the server's threads. */
public interface ServerListener extends RequestLog {
    /** Ignores all events. */
    ServerListener NONE = new ServerListener() {};

    /**
     * Reports the end of recovery.
     *
     * @param events number of replayed events of the journal
     * @param took its duration
     */
    default void recovered(long events, Duration took) {}

    /** Reports that requests are served. */
    default void ready() {}
}
