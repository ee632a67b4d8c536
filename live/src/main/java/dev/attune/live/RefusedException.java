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

    /**
     * A refusal.
     *
     * @param field path of the field that is to blame, such as {@code arms[3].id}; empty if none is
     */
    public RefusedException(Reason reason, String field, String message) {
        super(message);
        this.reason = reason;
        this.field = field;
    }

    /** The kind of reason. */
    public Reason reason() {
        return reason;
    }

    /** Path of the field that is to blame; empty if none is. */
    public String field() {
        return field;
    }
}
