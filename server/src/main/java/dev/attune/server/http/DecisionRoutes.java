package dev.attune.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import dev.attune.live.ReplayMismatchException;
import dev.attune.live.json.AnswerJson;
import dev.attune.live.json.RequestJson;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.server.http.Route.Access;
import dev.attune.server.runtime.DecisionRecord;
import dev.attune.server.runtime.Decisions.Identified;
import dev.attune.server.runtime.ReplayedDecision;
import dev.attune.server.security.SignedDecisions;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Decisions, choices of the caller, and their records. */
final class DecisionRoutes {
    static final String DECISION = "/v1/decisions/{decision}";

    private DecisionRoutes() {}

    static List<Route> routes() {
        String bandit = BanditRoutes.BANDIT;
        return List.of(
                new Route(HttpMethod.POST, bandit + "/decisions", Access.DECIDE, true, DecisionRoutes::decide),
                new Route(HttpMethod.POST, bandit + "/decisions/batch", Access.DECIDE, true, DecisionRoutes::decideAll),
                new Route(HttpMethod.POST, bandit + "/observations", Access.DECIDE, true, DecisionRoutes::observe),
                new Route(
                        HttpMethod.POST,
                        bandit + "/observations/batch",
                        Access.DECIDE,
                        true,
                        DecisionRoutes::observeAll),
                new Route(HttpMethod.GET, DECISION, Access.ADMIN, false, DecisionRoutes::inspect),
                new Route(HttpMethod.GET, DECISION + "/explanation", Access.ADMIN, false, DecisionRoutes::explain));
    }

    private static CompletionStage<Reply> decide(Call call) {
        String bandit = call.bandit();
        call.bandits().require(bandit);
        DecisionRequest request = call.read(RequestJson::readDecision);
        return call.then(call.decisions().decide(bandit, List.of(request)), DecisionRoutes::one);
    }

    private static CompletionStage<Reply> decideAll(Call call) {
        String bandit = call.bandit();
        call.bandits().require(bandit);
        List<DecisionRequest> requests = call.read(RequestJson::readDecisions);
        call.charge(requests.size());
        return call.then(
                Call.inList("requests", index -> index, call.decisions().decide(bandit, requests)),
                DecisionRoutes::all);
    }

    private static CompletionStage<Reply> observe(Call call) {
        String bandit = call.bandit();
        call.bandits().require(bandit);
        Observation observation = call.read(RequestJson::readObservation);
        return call.then(call.decisions().observe(bandit, List.of(observation)), DecisionRoutes::one);
    }

    private static CompletionStage<Reply> observeAll(Call call) {
        String bandit = call.bandit();
        call.bandits().require(bandit);
        List<Observation> observations = call.read(RequestJson::readObservations);
        call.charge(observations.size());
        return call.then(
                Call.inList("observations", index -> index, call.decisions().observe(bandit, observations)),
                DecisionRoutes::all);
    }

    private static Reply one(List<Identified> decisions) {
        Identified answer = decisions.get(0);
        return Reply.json(200, out -> AnswerJson.write(answer.answer(), answer.id(), out));
    }

    private static Reply all(List<Identified> decisions) {
        return Reply.json(200, out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("decisions");
            for (Identified answer : decisions) {
                AnswerJson.write(answer.answer(), answer.id(), out);
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static CompletionStage<Reply> inspect(Call call) {
        String id = call.variable(0);
        SignedDecisions own = call.own("decisions are looked up");
        return call.then(
                own.runtime()
                        .decision(call.decisionOf(own))
                        .thenCompose(found -> own.runtime()
                                .inspect(found.bandit())
                                .thenCombine(
                                        call.bandits().published(found.bandit()),
                                        (view, seen) -> new DecisionRecordJson(
                                                id, found, view.summary().definition(), why(seen, found)))),
                DecisionRecordJson::reply);
    }

    /** Returns why a decision was made, if it is among the last ones; otherwise a replay finds out. */
    private static String why(Published seen, DecisionRecord found) {
        return seen.statistics().recent().stream()
                .filter(each -> each.decision() == found.decided().decision())
                .map(RecentDecision::why)
                .findFirst()
                .orElse("");
    }

    private static CompletionStage<Reply> explain(Call call) {
        SignedDecisions own = call.own("decisions are explained");
        return call.then(own.runtime().explain(call.decisionOf(own)).handle(DecisionRoutes::replayed), reply -> reply);
    }

    /** A replay that differs is an answer too. */
    private static Reply replayed(@Nullable ReplayedDecision replayed, @Nullable Throwable failed) {
        if (replayed != null) {
            return Reply.json(200, out -> write(replayed, out));
        }
        Throwable cause = failed instanceof CompletionException e && e.getCause() != null ? e.getCause() : failed;
        if (cause instanceof ReplayMismatchException mismatch) {
            return Reply.json(200, out -> write(mismatch, out));
        }
        throw new CompletionException(cause);
    }

    private static void write(ReplayedDecision replayed, JsonGenerator out) throws IOException {
        out.writeStartObject();
        AnswerJson.writeFields(replayed.explanation(), out);
        out.writeObjectFieldStart("replay");
        out.writeBooleanField("matches", true);
        out.writeNumberField("fromPosition", replayed.from());
        out.writeNumberField("toPosition", replayed.to());
        out.writeNumberField("events", replayed.events());
        out.writeEndObject();
        out.writeEndObject();
    }

    private static void write(ReplayMismatchException mismatch, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeObjectFieldStart("replay");
        out.writeBooleanField("matches", false);
        out.writeNumberField("toPosition", mismatch.position());
        out.writeStringField("detail", String.valueOf(mismatch.getMessage()));
        out.writeEndObject();
        out.writeEndObject();
    }
}
