package dev.attune.server.runtime;

/** The runtime is closed, or about to be; nothing has changed. */
public final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message for people. */
    public StoppedException(String message) {
        super(message);
    }
}
