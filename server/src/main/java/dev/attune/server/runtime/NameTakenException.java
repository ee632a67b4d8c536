package dev.attune.server.runtime;

/** Another bandit has this name. */
public final class NameTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public NameTakenException(String message) {
        super(message);
    }
}
