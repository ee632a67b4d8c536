package dev.attune.journal;

/**
 * A write or an fsync has failed, and the writer has stopped for good: nothing more becomes durable. After a failed fsync the content of the disk is
 * unknown, so the only way on is a new start, which reads it again.
 */
public final class JournalFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public JournalFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
