package dev.attune.server.runtime;

/** An event could not be sent to the stream, so it is not acknowledged. A retry with the same id gets the same answer. */
public final class UnsentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public UnsentException(String message, Throwable cause) {
        super(message, cause);
    }
}
