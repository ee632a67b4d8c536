package dev.attune.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.attune.journal.JournalFailedException;
import dev.attune.journal.JournalFormatException;
import dev.attune.live.RefusedException;
import dev.attune.server.runtime.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** An error answer. Its detail contains no path, class or stack trace. */
final class HttpProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int RETRY_SECONDS = 1;
    private static final int RESTART_SECONDS = 10;

    private final ProblemKind kind;
    private final String field;
    private final transient Map<String, String> headers;

    private HttpProblem(
            ProblemKind kind, String field, String detail, Map<String, String> headers, @Nullable Throwable cause) {
        super(detail, cause, false, false); // answers need no stack trace
        this.kind = kind;
        this.field = field;
        this.headers = headers;
    }

    static HttpProblem of(ProblemKind kind, String detail) {
        return new HttpProblem(kind, "", detail, Map.of(), null);
    }

    /** Returns a temporary problem. */
    static HttpProblem later(ProblemKind kind, String detail, int seconds) {
        return new HttpProblem(kind, "", detail, retryAfter(seconds), null);
    }

    private static Map<String, String> retryAfter(int seconds) {
        return Map.of("Retry-After", Integer.toString(Math.max(1, seconds)));
    }

    /** Returns the answer to a method that a resource does not have. */
    static HttpProblem method(String allowed) {
        return new HttpProblem(ProblemKind.METHOD, "", "allowed methods: " + allowed, Map.of("Allow", allowed), null);
    }

    static HttpProblem forField(ProblemKind kind, String field, String detail) {
        return new HttpProblem(kind, field, detail, Map.of(), null);
    }

    /** Returns the answer to an exception. An internal error is answered with an id, under which the log has it. */
    static HttpProblem from(Throwable thrown, String id) {
        Throwable e = thrown;
        while (e instanceof CompletionException && e.getCause() != null) {
            e = e.getCause();
        }
        String message = String.valueOf(e.getMessage());
        if (e instanceof HttpProblem problem) {
            return problem;
        } else if (e instanceof RefusedException refused) {
            return refused(refused, message);
        } else if (e instanceof ServiceException failed) {
            return failed(failed, message);
        } else if (e instanceof JournalFailedException) {
            return later(ProblemKind.STOPPED, "the journal has failed, so nothing is acknowledged", RESTART_SECONDS);
        } else if ((e instanceof IOException || e instanceof UncheckedIOException)
                && !(e instanceof JournalFormatException)) { // no file descriptors, a failing disk
            return new HttpProblem(
                    ProblemKind.NO_FILES,
                    "",
                    "files of the service cannot be used, see its log under " + id,
                    retryAfter(RESTART_SECONDS),
                    e);
        }
        return new HttpProblem(
                ProblemKind.INTERNAL, "", "internal error, see the log of the service under " + id, Map.of(), e);
    }

    private static HttpProblem failed(ServiceException failed, String message) {
        return switch (failed.reason()) {
            case NOT_FOUND -> of(ProblemKind.NOT_FOUND, message);
            case NAME_TAKEN -> forField(ProblemKind.NAME_TAKEN, "name", message);
            case NOT_KEPT -> of(ProblemKind.NOT_KEPT, message);
            case BUSY -> later(ProblemKind.BUSY, message, failed.retrySeconds());
            case UNSENT -> later(ProblemKind.UNSENT, message, RETRY_SECONDS);
            case STOPPED -> of(ProblemKind.STOPPED, "the service is stopping");
        };
    }

    private static HttpProblem refused(RefusedException refused, String message) {
        return switch (refused.reason()) {
            case INVALID -> forField(ProblemKind.INVALID_REQUEST, refused.field(), message);
            case PAUSED -> forField(ProblemKind.PAUSED, refused.field(), message);
            case CATALOGUE -> forField(ProblemKind.CATALOGUE, refused.field(), message);
            case CONFLICT -> forField(ProblemKind.CONFLICT, refused.field(), message);
            case TOO_MANY_WAITING -> later(ProblemKind.BUSY, message, RETRY_SECONDS);
            case UNKNOWN -> of(ProblemKind.NOT_FOUND, message);
        };
    }

    ProblemKind kind() {
        return kind;
    }

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    private record Body(
            String type, String title, int status, @Nullable String detail, String field) {}

    Reply toReply() {
        Reply reply = Reply.json(new Body(kind.type(), kind.title(), kind.status(), getMessage(), field))
                .withStatus(kind.status())
                .as("application/problem+json");
        for (Map.Entry<String, String> header : headers.entrySet()) {
            reply = reply.with(header.getKey(), header.getValue());
        }
        return kind == ProblemKind.UNAUTHORIZED ? reply.with("WWW-Authenticate", "Bearer") : reply;
    }
}
