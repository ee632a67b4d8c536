package dev.attune.server.http;

import dev.attune.live.RefusedException;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonInput;
import dev.attune.live.json.JsonInput.ValueReader;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.runtime.DecisionRef;
import dev.attune.server.runtime.Decisions;
import dev.attune.server.security.ApiKey;
import dev.attune.server.security.SignedDecisions;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A request that has been let in. */
final class Call {
    private final @Nullable Backend backend; // null before the service is ready
    private final ApiKey key;
    private final List<String> variables;
    private final QueryText query;
    private final byte[] body;
    private final Executor loop;

    Call(@Nullable Backend backend, ApiKey key, List<String> variables, QueryText query, byte[] body, Executor loop) {
        this.backend = backend;
        this.key = key;
        this.variables = variables;
        this.query = query;
        this.body = body;
        this.loop = loop;
    }

    Bandits bandits() {
        return backend().bandits();
    }

    Decisions decisions() {
        return backend().decisions();
    }

    /**
     * Bandits that learn here.
     *
     * @param what is asked of them, for the answer of a service that follows a stream
     */
    SignedDecisions own(String what) {
        SignedDecisions own = backend().own();
        if (own == null) {
            throw Problem.of(
                    ProblemKind.FOLLOWING,
                    "this service follows a stream, where its bandits live: " + what + " there, not here");
        }
        return own;
    }

    /** Bandits that learn here, for somebody who wants to change or look up something. */
    BanditRuntime runtime(String what) {
        return own(what).runtime();
    }

    Backend backend() {
        if (backend == null) {
            throw new IllegalStateException("a route that is answered at any time asked for the bandits");
        }
        return backend;
    }

    ApiKey key() {
        return key;
    }

    QueryText query() {
        return query;
    }

    /** A variable of the path. */
    String variable(int position) {
        return variables.get(position);
    }

    /** The bandit that the path names. */
    String bandit() {
        String name = variables.get(0);
        if (!isKey(name)) {
            throw Problem.of(ProblemKind.NOT_FOUND, "there is no bandit of this name");
        }
        requireReach(name, "");
        return name;
    }

    /** Whether it is a name, or the name of a followed bandit and of a segment of its own: {@code movies~de}. */
    private static boolean isKey(String name) {
        int segment = name.indexOf('~');
        return segment < 0
                ? DefinitionJson.isName(name)
                : DefinitionJson.isName(name.substring(0, segment))
                        && DefinitionJson.isName(name.substring(segment + 1));
    }

    /** Id of the decision that the path names, if somebody here can have told it and the key is good for its bandit. */
    String decision() {
        String id = variables.get(0);
        requireReach(decisions().bandit(id).orElseThrow(Call::noDecision), "");
        return id;
    }

    /** The decision that the path names, as the journal knows it. */
    DecisionRef decisionOf(SignedDecisions own) {
        return own.ids().verify(decision()).orElseThrow(Call::noDecision);
    }

    static Problem noDecision() {
        return Problem.of(ProblemKind.NOT_FOUND, "there is no decision with this id");
    }

    void requireReach(String bandit, String field) {
        if (!key.reaches(bandit)) {
            throw Problem.forField(ProblemKind.FORBIDDEN, field, "the key is not for this bandit");
        }
    }

    /** Turns what the runtime tells into an answer, on the connection's own thread and not on one that bandits need. */
    <T> CompletionStage<Reply> then(CompletionStage<T> told, Function<T, Reply> reply) {
        return told.thenApplyAsync(reply, loop);
    }

    /**
     * Lets a refusal say which entry of the request is to blame.
     *
     * @param place of an entry in the request, by its place in what was handed on
     */
    static <T> CompletionStage<T> inList(String list, IntUnaryOperator place, CompletionStage<T> told) {
        return told.exceptionally(e -> {
            throw new CompletionException(placed(list, place, e));
        });
    }

    private static Throwable placed(String list, IntUnaryOperator place, Throwable e) {
        Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
        if (!(cause instanceof RefusedException refused) || refused.reason() == RefusedException.Reason.PAUSED) {
            return cause;
        }
        String entry = list + "[" + place.applyAsInt(refused.index()) + "]";
        String field = refused.field().isEmpty() ? entry : entry + "." + refused.field();
        return new RefusedException(refused.reason(), field, String.valueOf(refused.getMessage()));
    }

    <T> T read(ValueReader<T> reader) {
        return JsonInput.read(body, backend().limits(), reader);
    }

    /** Counts the entries of a batch beyond the first, which was counted at the door. */
    void charge(int entries) {
        key.rate().charge(entries - 1L, System.nanoTime());
    }
}
