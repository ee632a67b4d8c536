package dev.attune.server.security;

import dev.attune.live.Answer;
import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import dev.attune.live.RewardOutcome;
import dev.attune.live.json.RewardMessage;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.DecisionRef;
import dev.attune.server.runtime.DecisionReward;
import dev.attune.server.runtime.Decisions;
import dev.attune.server.runtime.NoSuchBanditException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Decisions of a data folder, with signed ids.
 *
 * @param runtime the bandits
 * @param ids signs and verifies ids
 */
public record SignedDecisions(BanditRuntime runtime, DecisionIds ids) implements Decisions {
    private static final DecisionRef UNKNOWN = new DecisionRef(0, 0, 0); // of an invalid id; numbers begin with 1

    @Override
    public CompletionStage<List<Identified>> decide(String bandit, List<DecisionRequest> requests) {
        return identified(bandit, () -> runtime.decide(bandit, requests));
    }

    @Override
    public CompletionStage<List<Identified>> observe(String bandit, List<Observation> observations) {
        return identified(bandit, () -> runtime.observe(bandit, observations));
    }

    private CompletionStage<List<Identified>> identified(
            String bandit, Supplier<CompletionStage<List<Answer>>> answers) {
        try {
            int number = runtime.numberOf(bandit); // first, because the name may be reused afterwards
            return answers.get().thenApply(all -> identified(number, all));
        } catch (NoSuchBanditException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private List<Identified> identified(int bandit, List<Answer> answers) {
        List<Identified> identified = new ArrayList<>(answers.size());
        for (Answer answer : answers) {
            identified.add(new Identified(
                    answer, () -> ids.sign(new DecisionRef(bandit, answer.decision(), answer.position()))));
        }
        return identified;
    }

    @Override
    public Optional<String> bandit(String id) {
        return ids.verify(id).flatMap(decision -> runtime.nameOf(decision.bandit()));
    }

    @Override
    public CompletionStage<List<RewardOutcome>> reward(List<RewardMessage> rewards) {
        return runtime.reward(rewards.stream()
                .map(reward ->
                        new DecisionReward(ids.verify(reward.decision()).orElse(UNKNOWN), reward.id(), reward.value()))
                .toList());
    }

    @Override
    public String id(String bandit, RecentDecision decision) {
        return ids.sign(new DecisionRef(runtime.numberOf(bandit), decision.decision(), decision.position()));
    }
}
