package dev.attune.live;

/** The rejection of a request; nothing has changed. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Reasons of a rejection. */
    public enum Reason {
        /** The request is invalid. */
        INVALID,
        /** The bandit is paused. */
        PAUSED,
        /** There is no catalogue, or another version is in force. */
        CATALOGUE,
        /** The client id was used for another kind of request. */
        CONFLICT,
        /** Too many decisions wait for their rewards. */
        TOO_MANY_WAITING,
        /** There is nothing with this number. */
        UNKNOWN
    }

    private final Reason reason;
    private final String field;
    private final int index;

    /**
     * Creates a rejection.
     *
     * @param field path of the invalid field, such as {@code arms[3].id}; empty for none
     */
    public RefusedException(Reason reason, String field, String message) {
        this(reason, field, message, 0);
    }

    private RefusedException(Reason reason, String field, String message, int index) {
        super(message);
        this.reason = reason;
        this.field = field;
        this.index = index;
    }

    static RefusedException invalid(String field, String message) {
        return new RefusedException(Reason.INVALID, field, message);
    }

    /** Returns the same rejection for the request at an index of a batch. */
    public RefusedException inBatch(int place) {
        return new RefusedException(reason, field, String.valueOf(getMessage()), place);
    }

    /** Returns the reason. */
    public Reason reason() {
        return reason;
    }

    /** Returns the path of the invalid field within its request; empty for none. */
    public String field() {
        return field;
    }

    /** Returns the index of the request in its batch; 0 for a single request. */
    public int index() {
        return index;
    }
}
