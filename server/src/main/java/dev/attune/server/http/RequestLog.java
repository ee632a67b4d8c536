package dev.attune.server.http;

/** Receives what the HTTP server reports, on its threads. */
public interface RequestLog {
    /** Reports information in one line. */
    default void info(String message) {}

    /** Reports a warning in one line. */
    default void warning(String message) {}

    /**
     * Reports an internal error.
     *
     * @param id of the request, which the answer to the client contains
     */
    default void internalError(String id, Throwable thrown) {}

    /** Returns whether every answered request is reported. */
    default boolean wantsRequests() {
        return false;
    }

    /**
     * Reports an answered request, if they are wanted.
     *
     * @param id of the request: that of the header {@code X-Request-Id}, or a generated one
     * @param client address of the client
     * @param key name of the client's key; empty if it was not admitted
     * @param path without the query
     */
    default void answered(String id, String client, String key, String method, String path, int status, long micros) {}
}
