package dev.attune.server.http;

import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import dev.attune.live.json.AnswerJson;
import dev.attune.live.json.RequestJson;
import dev.attune.server.http.Route.Access;
import dev.attune.server.runtime.DecisionRef;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Decisions, choices of the caller, and what became of them. */
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
                        HttpMethod.POST, bandit + "/observations/batch", Access.DECIDE, true, DecisionRoutes::observeAll),
                new Route(HttpMethod.GET, DECISION, Access.ADMIN, false, DecisionRoutes::look),
                new Route(HttpMethod.GET, DECISION + "/explanation", Access.ADMIN, false, DecisionRoutes::explain));
    }

    private static CompletionStage<Reply> decide(Call call) {
        String bandit = call.bandit();
        DecisionRequest request = call.read(RequestJson::readDecision);
        return call.runtime().decide(bandit, List.of(request)).thenApply(answers -> one(call, bandit, answers));
    }

    private static CompletionStage<Reply> decideAll(Call call) {
        String bandit = call.bandit();
        List<DecisionRequest> requests = call.read(RequestJson::readDecisions);
        call.charge(requests.size());
        return call.runtime().decide(bandit, requests).thenApply(answers -> all(call, bandit, answers));
    }

    private static CompletionStage<Reply> observe(Call call) {
        String bandit = call.bandit();
        Observation observation = call.read(RequestJson::readObservation);
        return call.runtime().observe(bandit, List.of(observation)).thenApply(answers -> one(call, bandit, answers));
    }

    private static CompletionStage<Reply> observeAll(Call call) {
        String bandit = call.bandit();
        List<Observation> observations = call.read(RequestJson::readObservations);
        call.charge(observations.size());
        return call.runtime().observe(bandit, observations).thenApply(answers -> all(call, bandit, answers));
    }

    private static Reply one(Call call, String bandit, List<Answer> answers) {
        int number = call.runtime().numberOf(bandit);
        Answer answer = answers.get(0);
        return Reply.json(200, out -> AnswerJson.write(answer, id(call, number, answer), out));
    }

    private static Reply all(Call call, String bandit, List<Answer> answers) {
        int number = call.runtime().numberOf(bandit);
        return Reply.json(200, out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("decisions");
            for (Answer answer : answers) {
                AnswerJson.write(answer, id(call, number, answer), out);
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static String id(Call call, int bandit, Answer answer) {
        return call.backend().ids().sign(new DecisionRef(bandit, answer.decision(), answer.position()));
    }

    private static CompletionStage<Reply> look(Call call) {
        String id = call.variable(0);
        return call.runtime().decision(call.decision()).thenApply(found -> DecisionRecordJson.reply(id, found));
    }

    private static CompletionStage<Reply> explain(Call call) {
        return call.runtime().explain(call.decision()).thenApply(explanation -> Reply.json(200, out ->
                AnswerJson.write(explanation, out)));
    }
}
