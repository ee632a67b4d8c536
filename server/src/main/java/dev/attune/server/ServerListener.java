package dev.attune.server;

import java.time.Duration;

/** Hears what becomes of a server, for people. Called from its own threads. */
public interface ServerListener {
    /** Hears nothing. */
    ServerListener NONE = new ServerListener() {};

    /**
     * The past is there again.
     *
     * @param events how many events of the journal were replayed and compared
     * @param took how long it took
     */
    default void recovered(long events, Duration took) {}

    /** Requests are served from now on. */
    default void ready() {}

    /** Something worth a line of a log that needs no action. */
    default void info(String message) {}

    /** Something that people should know, in one line. */
    default void warning(String message) {}

    /**
     * Something that nobody foresaw.
     *
     * @param id what the caller was told instead
     */
    default void broken(String id, Throwable thrown) {}
}
