package dev.attune.journal;

/** The journal has as much waiting for the disk as it may hold; the event was not appended. Try again later. */
public final class JournalBusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message for people. */
    public JournalBusyException(String message) {
        super(message);
    }
}
