package dev.attune.server.runtime;

/** The journal no longer holds what is needed: its retention was shorter. */
public final class NotKeptException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message for people, and what the journal said. */
    public NotKeptException(String message, Throwable cause) {
        super(message, cause);
    }
}
