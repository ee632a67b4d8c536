package dev.attune.server.runtime;

/** Too much work is queued; nothing has changed. The caller may retry. */
public final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int seconds;

    /**
     * Creates the exception.
     *
     * @param seconds after which the caller may retry
     */
    public BusyException(String message, int seconds) {
        super(message);
        this.seconds = seconds;
    }

    /** Returns the seconds after which the caller may retry. */
    public int seconds() {
        return seconds;
    }
}
