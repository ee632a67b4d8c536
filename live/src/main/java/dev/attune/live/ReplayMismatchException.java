package dev.attune.live;

/** Replaying a journal gave another decision than the journal tells: the state cannot be trusted. */
public final class ReplayMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long position;

    /** A mismatch at a position of the journal. */
    public ReplayMismatchException(long position, String message) {
        super("position " + position + ": " + message);
        this.position = position;
    }

    /** Where in the journal. */
    public long position() {
        return position;
    }
}
