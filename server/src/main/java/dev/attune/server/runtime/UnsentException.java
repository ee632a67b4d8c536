package dev.attune.server.runtime;

/** What should be learnt elsewhere could not be sent there, so nothing is acknowledged. Whoever asks again with the same id gets the same. */
public final class UnsentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message for people. */
    public UnsentException(String message, Throwable cause) {
        super(message, cause);
    }
}
