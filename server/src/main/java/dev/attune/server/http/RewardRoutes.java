package dev.attune.server.http;

import dev.attune.live.RewardMessage;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.RequestJson;
import dev.attune.server.http.Route.Access;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
                Route.post(DecisionRoutes.DECISION + "/reward", Access.REWARD, rewards::reward),
                Route.post("/v1/rewards", Access.REWARD, rewards::rewardAll));
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
                call.bandits().reward(List.of(new RewardMessage(decision, message.id(), message.value()))),
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
        return Reply.json(Map.of("outcome", outcome));
    }

    private CompletionStage<Reply> rewardAll(Call call) {
        List<RewardMessage> messages = call.read(RequestJson::readRewards);
        call.charge(messages.size());
        List<RewardMessage> known = new ArrayList<>();
        List<Integer> places = new ArrayList<>(); // of the known ones in the request
        for (int i = 0; i < messages.size(); i++) {
            Optional<String> bandit = call.bandits().banditOf(messages.get(i).decision());
            if (bandit.isPresent()) {
                call.requireReach(bandit.get(), "rewards[" + i + "].decision");
                known.add(messages.get(i));
                places.add(i);
            }
        }
        return call.then(Call.inList("rewards", places::get, call.bandits().reward(known)), outcomes -> {
            List<RewardOutcome> all = new ArrayList<>(Collections.nCopies(messages.size(), RewardOutcome.UNKNOWN));
            for (int i = 0; i < places.size(); i++) {
                all.set(places.get(i), outcomes.get(i));
            }
            all.forEach(metrics::rewarded);
            return Reply.json(Map.of("outcomes", all));
        });
    }
}
