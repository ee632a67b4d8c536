package dev.attune.client;

import org.jspecify.annotations.Nullable;

/** The service refused a request, or could not be reached for as long as the client tries. */
public final class AttuneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kind of a failure that was no answer of the service: it could not be reached, or answered what is no answer. */
    public static final String UNREACHABLE = "unreachable";

    /** The kind of a failure to explain a decision: its replay differs from the journal of the service. */
    public static final String REPLAY_MISMATCH = "replay-mismatch";

    private final int status;
    private final String kind;
    private final String field;
    private final String detail;

    /** Creates the exception of an error answer. */
    AttuneException(int status, String kind, String field, String detail) {
        super(status + " " + kind + (field.isEmpty() ? "" : " (" + field + ")") + ": " + detail);
        this.status = status;
        this.kind = kind;
        this.field = field;
        this.detail = detail;
    }

    /** No answer. */
    AttuneException(String detail, @Nullable Throwable cause) {
        super(detail, cause);
        this.status = 0;
        this.kind = UNREACHABLE;
        this.field = "";
        this.detail = detail;
    }

    /** The status of the answer; 0 if there was none. */
    public int status() {
        return status;
    }

    /** What kind of problem, such as {@code invalid-request}, {@code name-taken} or {@code paused}. */
    public String kind() {
        return kind;
    }

    /** Path of the field of the request that is to blame, such as {@code arms[3].features.price}; empty if none is. */
    public String field() {
        return field;
    }

    /** One sentence for people. */
    public String detail() {
        return detail;
    }
}
