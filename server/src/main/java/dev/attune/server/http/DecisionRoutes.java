package dev.attune.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.attune.live.ReplayMismatchException;
import dev.attune.live.json.AnswerJson;
import dev.attune.live.json.JsonInput.ValueReader;
import dev.attune.live.json.RequestJson;
import dev.attune.live.statistics.Choice;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.server.http.Route.Access;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.Bandits.Identified;
import dev.attune.server.runtime.DecisionRecord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Decisions, choices of the caller, and their records. */
final class DecisionRoutes {
    static final String DECISION = "/v1/decisions/{decision}";

    private DecisionRoutes() {}

    static List<Route> routes() {
        String bandit = BanditRoutes.BANDIT;
        return List.of(
                Route.post(
                        bandit + "/decisions",
                        Access.DECIDE,
                        call -> one(call, RequestJson::readDecision, call.bandits()::decide)),
                Route.post(
                        bandit + "/decisions/batch",
                        Access.DECIDE,
                        call -> all(call, "requests", RequestJson::readDecisions, call.bandits()::decide)),
                Route.post(
                        bandit + "/observations",
                        Access.DECIDE,
                        call -> one(call, RequestJson::readObservation, call.bandits()::observe)),
                Route.post(
                        bandit + "/observations/batch",
                        Access.DECIDE,
                        call -> all(call, "observations", RequestJson::readObservations, call.bandits()::observe)),
                Route.get(DECISION, Access.ADMIN, DecisionRoutes::inspect),
                Route.get(DECISION + "/explanation", Access.ADMIN, DecisionRoutes::explain));
    }

    /** Makes or records decisions of a bandit. */
    private interface Maker<T> extends BiFunction<String, List<T>, CompletionStage<List<Identified>>> {}

    private static <T> CompletionStage<Reply> one(Call call, ValueReader<T> reader, Maker<T> maker) {
        String bandit = call.bandit();
        call.bandits().require(bandit);
        return call.then(maker.apply(bandit, List.of(call.read(reader))), decisions -> {
            Identified only = decisions.get(0);
            return Reply.json(out -> AnswerJson.write(only.answer(), only.id(), out));
        });
    }

    private static <T> CompletionStage<Reply> all(Call call, String list, ValueReader<List<T>> reader, Maker<T> maker) {
        String bandit = call.bandit();
        call.bandits().require(bandit);
        List<T> requests = call.read(reader);
        call.charge(requests.size());
        return call.then(
                Call.inList(list, index -> index, maker.apply(bandit, requests)),
                decisions -> Reply.json(out -> {
                    out.writeStartObject();
                    out.writeArrayFieldStart("decisions");
                    for (Identified each : decisions) {
                        AnswerJson.write(each.answer(), each.id(), out);
                    }
                    out.writeEndArray();
                    out.writeEndObject();
                }));
    }

    private static CompletionStage<Reply> inspect(Call call) {
        BanditRuntime own = call.runtime("decisions are looked up");
        String id = call.decision();
        return call.then(
                own.decision(id)
                        .thenCompose(found -> own.inspect(found.bandit())
                                .thenCombine(
                                        own.published(found.bandit()),
                                        (view, seen) -> new DecisionRecordJson(
                                                id, found, view.summary().definition(), why(seen, found)))),
                DecisionRecordJson::reply);
    }

    /** Returns why a decision was made, if it is among the last ones; otherwise a replay finds out. */
    private static String why(Published seen, DecisionRecord found) {
        return seen.statistics().recent().stream()
                .map(RecentDecision::choice)
                .filter(choice -> choice.decision() == found.decided().decision())
                .map(Choice::why)
                .findFirst()
                .orElse("");
    }

    private static CompletionStage<Reply> explain(Call call) {
        BanditRuntime own = call.runtime("decisions are explained");
        return call.then(own.explain(call.decision()).handle(DecisionRoutes::replayed), reply -> reply);
    }

    /** The comparison of a replay with the journal. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Replay(
            boolean matches,
            @Nullable Long fromPosition,
            long toPosition,
            @Nullable Long events,
            @Nullable String detail) {}

    /** A replay that differs is an answer too. */
    private static Reply replayed(DecisionRecord.@Nullable Replay replayed, @Nullable Throwable failed) {
        if (replayed != null) {
            return Reply.json(out -> {
                out.writeStartObject();
                AnswerJson.writeFields(replayed.explanation(), out);
                out.writeObjectField(
                        "replay", new Replay(true, replayed.from(), replayed.to(), replayed.events(), null));
                out.writeEndObject();
            });
        }
        Throwable cause = failed instanceof CompletionException e && e.getCause() != null ? e.getCause() : failed;
        if (cause instanceof ReplayMismatchException mismatch) {
            return Reply.json(Map.of(
                    "replay",
                    new Replay(false, null, mismatch.position(), null, String.valueOf(mismatch.getMessage()))));
        }
        throw new CompletionException(cause);
    }
}
