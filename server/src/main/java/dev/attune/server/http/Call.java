package dev.attune.server.http;

import dev.attune.live.RefusedException;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonInput;
import dev.attune.live.json.JsonInput.ValueReader;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.security.ApiKey;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An admitted request.
 *
 * @param ready the bandits; null before the service is ready
 * @param key of the client
 * @param variables of the path, in order
 * @param parameters of the query
 * @param body empty if there is none
 * @param loop runs work on the thread of the connection
 * @param gzip whether the client reads answers that are compressed by gzip
 */
record Call(
        @Nullable Backend ready,
        ApiKey key,
        List<String> variables,
        QueryText parameters,
        Buffer body,
        Executor loop,
        boolean gzip) {
    Bandits bandits() {
        return backend().bandits();
    }

    /**
     * Returns the bandits that learn here.
     *
     * @param what was requested, for the error answer of a service that follows a stream
     */
    BanditRuntime runtime(String what) {
        BanditRuntime own = backend().own();
        if (own == null) {
            throw HttpProblem.of(
                    ProblemKind.FOLLOWING,
                    "this service follows a stream, where its bandits live: " + what + " there, not here");
        }
        return own;
    }

    Backend backend() {
        if (ready == null) {
            throw new IllegalStateException("a route that is always answered used the bandits");
        }
        return ready;
    }

    /** Returns the query, which may have these parameters and no other. */
    QueryText query(String... known) {
        return parameters.only(known);
    }

    /** Returns the bandit in the path. */
    String bandit() {
        String name = variables.get(0);
        if (!isKey(name)) {
            throw HttpProblem.of(ProblemKind.NOT_FOUND, "there is no bandit of this name");
        }
        requireReach(name, "");
        return name;
    }

    /** Returns whether it is a name, or the name and segment of a followed bandit: {@code movies~de}. */
    private static boolean isKey(String name) {
        int segment = name.indexOf('~');
        return segment < 0
                ? DefinitionJson.isName(name)
                : DefinitionJson.isName(name.substring(0, segment))
                        && DefinitionJson.isName(name.substring(segment + 1));
    }

    /** Returns the id of the decision in the path, if it is valid and the key may use its bandit. */
    String decision() {
        String id = variables.get(0);
        requireReach(bandits().banditOf(id).orElseThrow(Call::noDecision), "");
        return id;
    }

    static HttpProblem noDecision() {
        return HttpProblem.of(ProblemKind.NOT_FOUND, "there is no decision with this id");
    }

    void requireReach(String bandit, String field) {
        if (!key.reaches(bandit)) {
            throw HttpProblem.forField(ProblemKind.FORBIDDEN, field, "the key is not for this bandit");
        }
    }

    /** Makes the answer of a result, on the thread of the connection and not on one of the bandits. */
    <T> CompletionStage<Reply> then(CompletionStage<T> result, Function<T, Reply> reply) {
        return result.thenApplyAsync(reply, loop);
    }

    /**
     * Adds the entry of the request to the field of a rejection.
     *
     * @param place index of an entry in the request, by its index in the batch
     */
    static <T> CompletionStage<T> inList(String list, IntUnaryOperator place, CompletionStage<T> result) {
        return result.exceptionally(e -> {
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
        return JsonInput.read(body.getBytes(), backend().limits(), reader);
    }

    /** Counts the entries of a batch beyond the first, which was counted at admission. */
    void charge(int entries) {
        key.rate().charge(entries - 1L, System.nanoTime());
    }
}
