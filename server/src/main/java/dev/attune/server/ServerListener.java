package dev.attune.server;

import java.time.Duration;

/** Receives events of a server, for its log. Called from the server's threads. */
public interface ServerListener {
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

    /** Reports information in one line. */
    default void info(String message) {}

    /** Reports a warning in one line. */
    default void warning(String message) {}

    /**
     * Reports an internal error.
     *
     * @param id of the error in the answer to the client
     */
    default void internalError(String id, Throwable thrown) {}
}
