package dev.attune.server.runtime;

/** There is no bandit of this name or number. */
public final class NoSuchBanditException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public NoSuchBanditException(String message) {
        super(message);
    }
}
