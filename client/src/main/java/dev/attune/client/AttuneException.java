package dev.attune.client;

import org.jspecify.annotations.Nullable;

/** The service rejected a request, or could not be reached before retries ended. */
public final class AttuneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kind of a failure without a valid response of the service. */
    public static final String UNREACHABLE = "unreachable";

    /** The kind of a failure to explain a decision because its replay differs from the journal. */
    public static final String REPLAY_MISMATCH = "replay-mismatch";

    private final int status;
    private final String kind;
    private final String field;
    private final String detail;

    /** Creates the exception for an error response. */
    AttuneException(int status, String kind, String field, String detail) {
        super(status + " " + kind + (field.isEmpty() ? "" : " (" + field + ")") + ": " + detail);
        this.status = status;
        this.kind = kind;
        this.field = field;
        this.detail = detail;
    }

    /** Creates the exception for a failure without a valid response. */
    AttuneException(String detail, @Nullable Throwable cause) {
        super(detail, cause);
        this.status = 0;
        this.kind = UNREACHABLE;
        this.field = "";
        this.detail = detail;
    }

    /** Returns the HTTP status; 0 if there was no response. */
    public int status() {
        return status;
    }

    /** Returns the kind of problem, such as {@code invalid-request}, {@code name-taken} or {@code paused}. */
    public String kind() {
        return kind;
    }

    /** Returns the path of the invalid field, such as {@code arms[3].features.price}; empty for none. */
    public String field() {
        return field;
    }

    /** Returns a description in one sentence. */
    public String detail() {
        return detail;
    }
}
