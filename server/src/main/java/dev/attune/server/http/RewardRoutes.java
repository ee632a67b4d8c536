package dev.attune.server.http;

import dev.attune.live.RewardOutcome;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.RequestJson;
import dev.attune.live.json.RewardMessage;
import dev.attune.server.http.Route.Access;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Rewards, single and in batches. */
final class RewardRoutes {
    private final ServiceMetrics metrics;

    private RewardRoutes(ServiceMetrics metrics) {
        this.metrics = metrics;
    }

    static List<Route> routes(ServiceMetrics metrics) {
        RewardRoutes rewards = new RewardRoutes(metrics);
        return List.of(
                new Route(HttpMethod.POST, DecisionRoutes.DECISION + "/reward", Access.REWARD, true, rewards::reward),
                new Route(HttpMethod.POST, "/v1/rewards", Access.REWARD, true, rewards::rewardAll));
    }

    private CompletionStage<Reply> reward(Call call) {
        RewardMessage message = call.read(RequestJson::readReward);
        String decision;
        try {
            decision = call.decision();
        } catch (HttpProblem problem) {
            if (problem.kind() == ProblemKind.NOT_FOUND) {
                metrics.rewarded(RewardOutcome.UNKNOWN);
            }
            throw problem;
        }
        return call.then(
                call.decisions().reward(List.of(new RewardMessage(decision, message.id(), message.value()))),
                outcomes -> one(outcomes.get(0)));
    }

    private Reply one(RewardOutcome outcome) {
        metrics.rewarded(outcome);
        if (outcome == RewardOutcome.UNKNOWN) {
            throw Call.noDecision();
        } else if (outcome == RewardOutcome.LATE) {
            throw HttpProblem.of(
                    ProblemKind.LATE_REWARD, "the window of this decision is over; the reward is not counted");
        }
        return Reply.json(200, out -> {
            out.writeStartObject();
            out.writeStringField("outcome", DefinitionJson.word(outcome));
            out.writeEndObject();
        });
    }

    private CompletionStage<Reply> rewardAll(Call call) {
        List<RewardMessage> messages = call.read(RequestJson::readRewards);
        call.charge(messages.size());
        List<Optional<RewardMessage>> orders = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            orders.add(order(call, messages.get(i), "rewards[" + i + "].decision"));
        }
        List<RewardMessage> known = orders.stream().flatMap(Optional::stream).toList();
        return call.then(
                Call.inList(
                        "rewards",
                        index -> place(orders, index),
                        call.decisions().reward(known)),
                outcomes -> all(orders, outcomes.iterator()));
    }

    /** Returns the index in the request of the nth reward whose decision is known. */
    private static int place(List<Optional<RewardMessage>> orders, int n) {
        int place = 0;
        for (int left = n; orders.get(place).isEmpty() || left-- > 0; ) {
            place++;
        }
        return place;
    }

    private static Optional<RewardMessage> order(Call call, RewardMessage message, String field) {
        Optional<String> bandit = call.decisions().bandit(message.decision());
        if (bandit.isEmpty()) {
            return Optional.empty();
        }
        call.requireReach(bandit.get(), field);
        return Optional.of(message);
    }

    private Reply all(List<Optional<RewardMessage>> orders, Iterator<RewardOutcome> outcomes) {
        return Reply.json(200, out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("outcomes");
            for (Optional<RewardMessage> order : orders) {
                RewardOutcome outcome = order.isPresent() ? outcomes.next() : RewardOutcome.UNKNOWN;
                metrics.rewarded(outcome);
                out.writeString(DefinitionJson.word(outcome));
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }
}
