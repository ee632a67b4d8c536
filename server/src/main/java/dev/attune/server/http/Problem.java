package dev.attune.server.http;

import dev.attune.journal.JournalFailedException;
import dev.attune.live.RefusedException;
import dev.attune.server.runtime.BusyException;
import dev.attune.server.runtime.NameTakenException;
import dev.attune.server.runtime.NoSuchBanditException;
import dev.attune.server.runtime.NoSuchDecisionException;
import dev.attune.server.runtime.NotKeptException;
import dev.attune.server.runtime.StoppedException;
import dev.attune.server.runtime.UnsentException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A request that is answered with a problem. The detail is for strangers: no path, no class, no trace. */
final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int SECONDS_TO_BREATHE = 1;

    private final ProblemKind kind;
    private final String field;
    private final int retryAfter;

    private Problem(ProblemKind kind, String field, String detail, int retryAfter, @Nullable Throwable cause) {
        super(detail, cause, false, false); // answers need no stack trace
        this.kind = kind;
        this.field = field;
        this.retryAfter = retryAfter;
    }

    static Problem of(ProblemKind kind, String detail) {
        return new Problem(kind, "", detail, 0, null);
    }

    /** A problem that goes away by itself. */
    static Problem later(ProblemKind kind, String detail, int seconds) {
        return new Problem(kind, "", detail, Math.max(1, seconds), null);
    }

    static Problem forField(ProblemKind kind, String field, String detail) {
        return new Problem(kind, field, detail, 0, null);
    }

    /** What to answer when something was thrown. What nobody foresaw is told as an id alone, to be looked up in the log. */
    static Problem from(Throwable thrown, String id) {
        Throwable e = thrown;
        while (e instanceof CompletionException && e.getCause() != null) {
            e = e.getCause();
        }
        String told = String.valueOf(e.getMessage());
        if (e instanceof Problem problem) {
            return problem;
        } else if (e instanceof RefusedException refused) {
            return refused(refused, told);
        } else if (e instanceof NoSuchBanditException || e instanceof NoSuchDecisionException) {
            return of(ProblemKind.NOT_FOUND, told);
        } else if (e instanceof NameTakenException) {
            return forField(ProblemKind.NAME_TAKEN, "name", told);
        } else if (e instanceof NotKeptException) {
            return of(ProblemKind.NOT_KEPT, told);
        } else if (e instanceof BusyException busy) {
            return later(ProblemKind.BUSY, told, busy.seconds());
        } else if (e instanceof UnsentException) {
            return later(ProblemKind.UNSENT, told, SECONDS_TO_BREATHE);
        } else if (e instanceof StoppedException) {
            return of(ProblemKind.STOPPED, "the service is stopping");
        } else if (e instanceof JournalFailedException) {
            return of(ProblemKind.STOPPED, "the journal cannot be written any more, so nothing is acknowledged");
        }
        return new Problem(ProblemKind.INTERNAL, "", "the log of the service tells more under " + id, 0, e);
    }

    private static Problem refused(RefusedException refused, String told) {
        return switch (refused.reason()) {
            case INVALID -> forField(ProblemKind.INVALID_REQUEST, refused.field(), told);
            case PAUSED -> forField(ProblemKind.PAUSED, refused.field(), told);
            case CATALOGUE -> forField(ProblemKind.CATALOGUE, refused.field(), told);
            case CONFLICT -> forField(ProblemKind.CONFLICT, refused.field(), told);
            case TOO_MANY_WAITING -> later(ProblemKind.BUSY, told, SECONDS_TO_BREATHE);
        };
    }

    ProblemKind kind() {
        return kind;
    }

    Reply toReply() {
        Reply reply = Reply.json(kind.status(), out -> {
                    out.writeStartObject();
                    out.writeStringField("type", kind.type());
                    out.writeStringField("title", kind.title());
                    out.writeNumberField("status", kind.status());
                    out.writeStringField("detail", getMessage());
                    if (!field.isEmpty()) {
                        out.writeStringField("field", field);
                    }
                    out.writeEndObject();
                })
                .as("application/problem+json");
        if (retryAfter > 0) {
            reply = reply.with("Retry-After", Integer.toString(retryAfter));
        }
        return kind == ProblemKind.UNAUTHORIZED ? reply.with("WWW-Authenticate", "Bearer") : reply;
    }
}
