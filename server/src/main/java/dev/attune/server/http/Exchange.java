package dev.attune.server.http;

import dev.attune.server.security.ApiKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. All of it happens on the thread of the connection. A request that is refused is still read to its end, so
 * that the caller hears the reason and can go on with the connection; but not without end.
 */
final class Exchange {
    private static final byte[] NO_BODY = {};
    private static final int PATIENCE = 16; // times the largest body, read only to be thrown away
    private static final String UNKNOWN = "none";

    private final Door door;
    private final HttpServerRequest request;
    private final Context context;
    private final long begun = System.nanoTime();
    private @Nullable Route route;
    private @Nullable ApiKey key;
    private @Nullable Backend backend;
    private List<String> variables = List.of();
    private @Nullable RuntimeException refusal;
    private @Nullable Buffer body;
    private boolean copied;
    private long read;
    private long held;
    private boolean closing;
    private boolean answered;

    Exchange(Door door, HttpServerRequest request, Context context) {
        this.door = door;
        this.request = request;
        this.context = context;
    }

    void begin() {
        try {
            String path = request.path();
            Router.Match match = door.router().match(request.method(), path == null ? "" : path);
            route = match.route();
            variables = match.variables();
            key = door.gate().admit(request, match.route());
            if (!match.route().access().always()) {
                backend = door.readiness().require();
            }
            requireJson(match.route());
        } catch (RuntimeException e) {
            refusal = e;
        }
        long announced = announced();
        if (announced > door.options().body()) {
            refuse(tooLarge());
        }
        if (announced > (long) PATIENCE * door.options().body() || (refusal != null && expectsContinue())) {
            answerAndClose();
            return;
        }
        if (expectsContinue()) {
            request.response().writeContinue();
        }
        request.exceptionHandler(e -> gone());
        request.handler(this::arrived);
        request.endHandler(end -> whole());
    }

    /** Nobody but a browser's form sends a body that is not JSON to this service, and none of them should get through. */
    private void requireJson(Route wanted) {
        String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (type == null ? wanted.body() : !isJson(type)) {
            throw Problem.of(ProblemKind.UNSUPPORTED_MEDIA_TYPE, "send the header 'Content-Type: application/json'");
        }
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw Problem.of(ProblemKind.UNSUPPORTED_MEDIA_TYPE, "the body must not be compressed");
        }
    }

    private static boolean isJson(String type) {
        int end = type.indexOf(';');
        String rest = end < 0 ? "" : type.substring(end + 1).strip();
        return (end < 0 ? type : type.substring(0, end)).strip().equalsIgnoreCase("application/json")
                && (rest.isEmpty() || rest.replace("\"", "").equalsIgnoreCase("charset=utf-8"));
    }

    private long announced() {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        try {
            return length == null ? 0 : Long.parseLong(length);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private boolean expectsContinue() {
        String expected = request.getHeader(HttpHeaders.EXPECT);
        return expected != null && expected.equalsIgnoreCase("100-continue");
    }

    private Problem tooLarge() {
        return Problem.of(
                ProblemKind.TOO_LARGE, "a body has at most " + door.options().body() + " bytes");
    }

    private void arrived(Buffer chunk) {
        read += chunk.length();
        if (read > door.options().body()) {
            refuse(tooLarge());
        } else if (refusal == null) {
            if (door.traffic().hold(chunk.length())) {
                held += chunk.length();
                body = body == null ? chunk : gathered(body).appendBuffer(chunk);
            } else {
                refuse(Problem.later(ProblemKind.BUSY, "too many bodies are on their way", 1));
            }
        }
        if (read > (long) PATIENCE * door.options().body()) {
            answerAndClose();
        }
    }

    /** The first chunk is mostly the only one, and then it is not copied. */
    private Buffer gathered(Buffer first) {
        if (copied) {
            return first;
        }
        copied = true;
        return Buffer.buffer().appendBuffer(first);
    }

    /** The first reason counts. */
    private void refuse(Problem problem) {
        if (refusal == null) {
            refusal = problem;
        }
        body = null;
    }

    private void whole() {
        door.arrived(this);
        if (refusal != null) {
            answer(refusal);
            return;
        }
        try {
            Route wanted = route;
            ApiKey by = key;
            if (wanted == null || by == null) {
                throw new IllegalStateException("a request was let in without a route or a key");
            }
            byte[] bytes = body == null ? NO_BODY : body.getBytes();
            body = null;
            CompletionStage<Reply> reply = wanted.handler()
                    .handle(new Call(backend, by, variables, new QueryText(request.query()), bytes, this::onLoop));
            reply.whenComplete((done, failed) -> onLoop(() -> {
                if (failed != null) {
                    answer(failed);
                } else {
                    answer(done);
                }
            }));
        } catch (RuntimeException | Error e) {
            answer(e);
        }
    }

    private void onLoop(Runnable work) {
        if (Context.isOnEventLoopThread() && Vertx.currentContext() == context) {
            work.run();
        } else {
            context.runOnContext(go -> work.run());
        }
    }

    /** Whether the body is still on its way although it has had its time. */
    boolean isSlow(long now) {
        return !answered && now - begun > door.options().arrival().toNanos();
    }

    void tooSlow() {
        refusal = Problem.of(ProblemKind.TIMEOUT, "the body did not arrive in time");
        answerAndClose();
    }

    private void gone() {
        if (!answered) {
            answered = true;
            finish();
        }
    }

    private void answerAndClose() {
        if (!answered) {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            request.handler(null);
            closing = true;
            answer(refusal == null ? tooLarge() : refusal);
        }
    }

    private void answer(Throwable thrown) {
        String id = UUID.randomUUID().toString();
        Problem problem = Problem.from(thrown, id);
        if (problem.kind() == ProblemKind.INTERNAL) {
            door.broken(id, thrown);
        }
        answer(problem.toReply());
    }

    private void answer(Reply reply) {
        if (answered) {
            return;
        }
        answered = true;
        HttpServerResponse response = request.response();
        if (!response.ended() && !response.closed()) {
            Future<Void> sent = SafeHeaders.send(reply, response);
            if (closing) {
                sent.onComplete(done -> request.connection().close());
            }
        }
        Streaming stream = reply.stream();
        if (stream != null) {
            stream.begin(context, response);
        }
        Route asked = route;
        door.metrics()
                .answered(
                        asked == null ? UNKNOWN : asked.method() + " " + asked.template(),
                        reply.status(),
                        System.nanoTime() - begun);
        finish();
    }

    private void finish() {
        door.traffic().release(held);
        held = 0;
        door.finished(this, request.connection(), request.response().ended());
    }
}
