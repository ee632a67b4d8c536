package dev.attune.server.runtime;

/** There is no such decision. */
public final class NoSuchDecisionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public NoSuchDecisionException(String message) {
        super(message);
    }
}
