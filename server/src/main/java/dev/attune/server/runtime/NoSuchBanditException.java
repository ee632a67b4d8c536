package dev.attune.server.runtime;

/** There is no bandit of this name or number. */
public final class NoSuchBanditException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message for people. */
    public NoSuchBanditException(String message) {
        super(message);
    }
}
