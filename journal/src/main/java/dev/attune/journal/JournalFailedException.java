package dev.attune.journal;

/**
 * A write or an fsync has failed, and the journal has stopped for good: nothing that was not durable before ever will be by this
 * writer. After a failed fsync nobody knows what is on the disk, so there is no way on but a new start, which reads it again.
 */
public final class JournalFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message for people and what the disk said. */
    public JournalFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
