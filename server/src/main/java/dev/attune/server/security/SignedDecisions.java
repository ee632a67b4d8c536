package dev.attune.server.security;

import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.RewardMessage;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.DecisionRef;
import dev.attune.server.runtime.Decisions;
import dev.attune.server.runtime.NoSuchBanditException;
import dev.attune.server.runtime.RewardOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Decisions of a data folder, under ids that only this service can make.
 *
 * @param runtime the bandits
 * @param ids what callers call decisions
 */
public record SignedDecisions(BanditRuntime runtime, DecisionIds ids) implements Decisions {
    private static final DecisionRef NOBODYS =
            new DecisionRef(0, 0, 0); // an id that was never told; numbers begin with 1

    @Override
    public CompletionStage<List<Told>> decide(String bandit, List<DecisionRequest> requests) {
        return told(bandit, () -> runtime.decide(bandit, requests));
    }

    @Override
    public CompletionStage<List<Told>> observe(String bandit, List<Observation> observations) {
        return told(bandit, () -> runtime.observe(bandit, observations));
    }

    private CompletionStage<List<Told>> told(String bandit, Supplier<CompletionStage<List<Answer>>> answers) {
        try {
            int number =
                    runtime.numberOf(bandit); // before anything happens, because the name may be another's afterwards
            return answers.get().thenApply(all -> told(number, all));
        } catch (NoSuchBanditException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private List<Told> told(int bandit, List<Answer> answers) {
        List<Told> told = new ArrayList<>(answers.size());
        for (Answer answer : answers) {
            told.add(new Told(answer, () -> ids.sign(new DecisionRef(bandit, answer.decision(), answer.position()))));
        }
        return told;
    }

    @Override
    public Optional<String> bandit(String id) {
        return ids.verify(id).flatMap(decision -> runtime.nameOf(decision.bandit()));
    }

    @Override
    public CompletionStage<List<RewardOutcome>> reward(List<RewardMessage> rewards) {
        return runtime.reward(rewards.stream()
                .map(reward ->
                        new RewardOrder(ids.verify(reward.decision()).orElse(NOBODYS), reward.id(), reward.value()))
                .toList());
    }

    @Override
    public String id(String bandit, RecentDecision decision) {
        return ids.sign(new DecisionRef(runtime.numberOf(bandit), decision.decision(), decision.position()));
    }
}
