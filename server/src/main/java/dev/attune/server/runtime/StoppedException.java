package dev.attune.server.runtime;

/** The runtime is closed or closing; nothing has changed. */
public final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public StoppedException(String message) {
        super(message);
    }
}
