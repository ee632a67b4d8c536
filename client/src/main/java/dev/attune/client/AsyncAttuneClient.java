package dev.attune.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attune.api.Control;
import dev.attune.client.Transport.Again;
import dev.attune.encode.Arm;
import dev.attune.live.ControlText;
import dev.attune.live.DecisionRequest;
import dev.attune.live.LiveDefinition;
import dev.attune.live.Observation;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.RequestJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The calls of {@link AttuneClient} for callers that do not wait. A future fails with an {@link AttuneException}. Ids that keep a retry
 * from counting twice are generated when a method is called. Thread-safe.
 */
public final class AsyncAttuneClient {
    private final Transport transport;

    AsyncAttuneClient(Transport transport) {
        this.transport = transport;
    }

    /** See {@link AttuneClient#decide}. */
    public CompletableFuture<DecisionAnswer> decide(String bandit, ArmRequest request) {
        return post(bandit(bandit) + "/decisions", Bodies.of(request.named(), RequestJson::writeFields))
                .thenApply(Answers::decision);
    }

    /** See {@link AttuneClient#decideAll}. */
    public CompletableFuture<List<DecisionAnswer>> decideAll(String bandit, List<ArmRequest> requests) {
        List<DecisionRequest> named = requests.stream().map(ArmRequest::named).toList();
        return post(bandit(bandit) + "/decisions/batch", Bodies.batch("requests", named, RequestJson::writeFields))
                .thenApply(body -> Answers.list(body.path("decisions"), Answers::decision));
    }

    /** See {@link AttuneClient#observe}. */
    public CompletableFuture<DecisionAnswer> observe(String bandit, CallersChoice choice) {
        return post(bandit(bandit) + "/observations", Bodies.of(choice.named(), RequestJson::writeFields))
                .thenApply(Answers::decision);
    }

    /** See {@link AttuneClient#observeAll}. */
    public CompletableFuture<List<DecisionAnswer>> observeAll(String bandit, List<CallersChoice> choices) {
        List<Observation> named = choices.stream().map(CallersChoice::named).toList();
        return post(
                        bandit(bandit) + "/observations/batch",
                        Bodies.batch("observations", named, RequestJson::writeFields))
                .thenApply(body -> Answers.list(body.path("decisions"), Answers::decision));
    }

    /** See {@link AttuneClient#reward(String, double)}. */
    public CompletableFuture<RewardOutcome> reward(String decision, double value) {
        return reward(new RewardMessage(decision, "", value));
    }

    /** See {@link AttuneClient#reward(RewardMessage)}. */
    public CompletableFuture<RewardOutcome> reward(RewardMessage reward) {
        RewardMessage body = named("", reward); // the path names the decision
        return post(decision(reward.decision()) + "/reward", Bodies.of(body, RequestJson::writeFields))
                .handle((answer, failure) ->
                        answer == null ? refused(failure) : Answers.outcome(answer.path("outcome")))
                .thenApply(outcome -> own(reward, outcome));
    }

    /** See {@link AttuneClient#rewardAll}. */
    public CompletableFuture<List<RewardOutcome>> rewardAll(List<RewardMessage> rewards) {
        List<RewardMessage> named =
                rewards.stream().map(reward -> named(reward.decision(), reward)).toList();
        return post("/v1/rewards", Bodies.batch("rewards", named, RequestJson::writeFields))
                .thenApply(body -> {
                    List<RewardOutcome> outcomes = Answers.list(body.path("outcomes"), Answers::outcome);
                    List<RewardOutcome> all = new ArrayList<>();
                    for (int i = 0; i < outcomes.size(); i++) {
                        all.add(own(rewards.get(i), outcomes.get(i)));
                    }
                    return all;
                });
    }

    private static RewardMessage named(String decision, RewardMessage reward) {
        return new RewardMessage(decision, ArmRequest.idOrRandom(reward.id()), reward.value());
    }

    /** A generated id is unique, so a duplicate is an earlier attempt of this call that was counted. */
    private static RewardOutcome own(RewardMessage reward, RewardOutcome outcome) {
        return reward.id().isEmpty() && outcome == RewardOutcome.DUPLICATE ? RewardOutcome.COUNTED : outcome;
    }

    private static RewardOutcome refused(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof AttuneException problem) {
            return switch (problem.kind()) {
                case "late-reward" -> RewardOutcome.LATE;
                case "not-found" -> RewardOutcome.UNKNOWN;
                default -> throw problem;
            };
        }
        throw new CompletionException(cause);
    }

    /** See {@link AttuneClient#create(String, LiveDefinition, List)}. */
    public CompletableFuture<BanditInfo> create(String name, LiveDefinition definition, List<Arm> arms) {
        return create(Bodies.bandit(name, definition, arms));
    }

    /** See {@link AttuneClient#create(String)}. */
    public CompletableFuture<BanditInfo> create(String name) {
        return create(Bodies.of(name, (text, out) -> out.writeStringField("name", text)));
    }

    private CompletableFuture<BanditInfo> create(byte[] body) {
        return transport.send("POST", "/v1/bandits", body, Again.IF_NOT_DONE).thenApply(Answers::bandit);
    }

    /** See {@link AttuneClient#list}. */
    public CompletableFuture<List<BanditSummary>> list() {
        return page("", new ArrayList<>());
    }

    private CompletableFuture<List<BanditSummary>> page(String after, List<BanditSummary> sofar) {
        String query = after.isEmpty() ? "" : "?after=" + encoded(after);
        return get("/v1/bandits" + query).thenCompose(body -> {
            sofar.addAll(Answers.list(body.path("bandits"), Answers::summary));
            String next = body.path("next").asText("");
            return next.isEmpty() ? CompletableFuture.completedFuture(List.copyOf(sofar)) : page(next, sofar);
        });
    }

    /** See {@link AttuneClient#inspect}. */
    public CompletableFuture<BanditInfo> inspect(String bandit) {
        return get(bandit(bandit)).thenApply(Answers::bandit);
    }

    /** See {@link AttuneClient#pause}. */
    public CompletableFuture<Void> pause(String bandit) {
        return nothing(transport.send("POST", bandit(bandit) + "/pause", null, Again.ALWAYS));
    }

    /** See {@link AttuneClient#resume}. */
    public CompletableFuture<Void> resume(String bandit) {
        return nothing(transport.send("POST", bandit(bandit) + "/resume", null, Again.ALWAYS));
    }

    /** See {@link AttuneClient#delete}. */
    public CompletableFuture<Void> delete(String bandit) {
        return nothing(transport.send("DELETE", bandit(bandit), null, Again.IF_NOT_DONE));
    }

    /** See {@link AttuneClient#floor}. */
    public CompletableFuture<Void> floor(String bandit, double share) {
        byte[] body = Bodies.of(share, (value, out) -> out.writeNumberField("floor", value));
        return nothing(transport.send("PUT", bandit(bandit) + "/floor", body, Again.ALWAYS));
    }

    /** See {@link AttuneClient#control}. */
    public CompletableFuture<Void> control(String bandit, Control control) {
        byte[] body = Bodies.of(control, (value, out) -> {
            out.writeFieldName("control");
            out.writeRawValue(ControlText.of(value));
        });
        return nothing(transport.send("PUT", bandit(bandit) + "/control", body, Again.IF_NOT_DONE));
    }

    /** See {@link AttuneClient#count}. */
    public CompletableFuture<Void> count(String bandit) {
        return nothing(transport.send("POST", bandit(bandit) + "/count", null, Again.IF_NOT_DONE));
    }

    /** See {@link AttuneClient#acknowledge}. */
    public CompletableFuture<Void> acknowledge(String bandit, long alarm) {
        return nothing(
                transport.send("POST", bandit(bandit) + "/alarms/" + alarm + "/acknowledge", null, Again.ALWAYS));
    }

    /** See {@link AttuneClient#catalogue}. */
    public CompletableFuture<Integer> catalogue(String bandit, List<Arm> arms) {
        byte[] body = Bodies.of(arms, Bodies::arms);
        return transport
                .send("PUT", bandit(bandit) + "/catalogue", body, Again.IF_NOT_DONE)
                .thenApply(answer -> answer.path("version").asInt());
    }

    /** See {@link AttuneClient#retire}. */
    public CompletableFuture<Void> retire(String bandit, String arm) {
        return nothing(transport.send("DELETE", bandit(bandit) + "/arms/" + encoded(arm), null, Again.IF_NOT_DONE));
    }

    /** See {@link AttuneClient#explain}. */
    public CompletableFuture<DecisionExplanation> explain(String decision) {
        return get(decision(decision) + "/explanation").thenApply(Answers::explanation);
    }

    private CompletableFuture<JsonNode> post(String path, byte[] body) {
        return transport.send("POST", path, body, Again.ALWAYS);
    }

    private CompletableFuture<JsonNode> get(String path) {
        return transport.send("GET", path, null, Again.ALWAYS);
    }

    private static CompletableFuture<Void> nothing(CompletableFuture<JsonNode> answer) {
        return answer.thenAccept(body -> {});
    }

    private static String bandit(String name) {
        return "/v1/bandits/" + encoded(name);
    }

    private static String decision(String id) {
        return "/v1/decisions/" + encoded(id);
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
