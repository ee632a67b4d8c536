package dev.attune.server.runtime;

/** The journal no longer has the requested events. */
public final class NotKeptException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public NotKeptException(String message, Throwable cause) {
        super(message, cause);
    }
}
