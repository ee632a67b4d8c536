package dev.attune.server.runtime;

/** Too much waits already; nothing has changed. Whoever asks again later may be served. */
public final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int seconds;

    /**
     * With a message for people.
     *
     * @param seconds when asking again makes sense
     */
    public BusyException(String message, int seconds) {
        super(message);
        this.seconds = seconds;
    }

    /** When asking again makes sense, in seconds from now. */
    public int seconds() {
        return seconds;
    }
}
