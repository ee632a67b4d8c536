package dev.attune.state;

/** Saved state that is damaged, foreign, or of another object; the message says which. */
public final class StateFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message for people. */
    public StateFormatException(String message) {
        super(message);
    }
}
