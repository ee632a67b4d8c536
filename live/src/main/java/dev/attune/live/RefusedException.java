package dev.attune.live;

/** A request that cannot be met as it is; nothing has changed. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why a request is refused. */
    public enum Reason {
        /** It makes no sense, whoever asks and whenever. */
        INVALID,
        /** The bandit is paused. */
        PAUSED,
        /** There is no catalogue, or it is another one by now. */
        CATALOGUE,
        /** The client id was used for another kind of request. */
        CONFLICT,
        /** Too many decisions wait for their rewards. */
        TOO_MANY_WAITING
    }

    private final Reason reason;
    private final String field;
    private final int index;

    /**
     * A refusal.
     *
     * @param field path of the field that is to blame, such as {@code arms[3].id}; empty if none is
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

    /** The same for the request at a place of a batch. */
    public RefusedException inBatch(int place) {
        return new RefusedException(reason, field, String.valueOf(getMessage()), place);
    }

    /** The kind of reason. */
    public Reason reason() {
        return reason;
    }

    /** Path of the field that is to blame, within its request; empty if none is. */
    public String field() {
        return field;
    }

    /** Place of the request in its batch, from 0; 0 if it came alone. */
    public int index() {
        return index;
    }
}
