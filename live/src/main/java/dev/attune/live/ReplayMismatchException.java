package dev.attune.live;

/** A replay of a journal gave another result than the journal has: the state cannot be trusted. */
public final class ReplayMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long position;

    /** Creates a mismatch at a position of the journal. */
    public ReplayMismatchException(long position, String message) {
        super("position " + position + ": " + message);
        this.position = position;
    }

    /** Returns the position in the journal. */
    public long position() {
        return position;
    }
}
